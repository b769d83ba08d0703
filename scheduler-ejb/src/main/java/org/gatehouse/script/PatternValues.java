package org.gatehouse.script;

/**
 * What a log file's name may be made of, known once an attempt has its node.
 *
 * @param restarts how often the job was requeued
 */
public record PatternValues(Ids ids, String jobName, String user, String node, int restarts) {

    /** What Slurm writes for the index of a job that is no array: the largest index it can have, less one. */
    public static final long NO_INDEX = 4294967294L;

    /**
     * Numbers of the job.
     *
     * @param arrayMaster id of the array; of a plain job its own id
     * @param arrayIndex index in the array; {@link #NO_INDEX} for a plain job
     */
    public record Ids(long job, long arrayMaster, long arrayIndex) {
        public static Ids ofPlainJob(long job) {
            return new Ids(job, job, NO_INDEX);
        }
    }
}
