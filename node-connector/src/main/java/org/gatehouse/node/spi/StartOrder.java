package org.gatehouse.node.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a pool needs to start an attempt.
 *
 * @param shares what it holds, per node, in the order of its ranks; never empty
 * @param limits when it is ended, and when it is warned before
 */
public record StartOrder(
        AttemptId attempt, Job job, Person person, List<Share> shares, Program program, Limits limits) {

    public StartOrder {
        shares = List.copyOf(shares);
        if (shares.isEmpty()) {
            throw new IllegalArgumentException("an attempt holds at least one node: " + attempt);
        }
    }

    /**
     * @param id of the job; of a task of an array the task's own
     * @param tasks in all, at least 1
     * @param arrayTask present for a task of an array
     */
    public record Job(
            long id,
            String name,
            String team,
            String partition,
            int tasks,
            int cpusPerTask,
            int restarts,
            Optional<ArrayTask> arrayTask) {}

    /**
     * Which task of which array.
     *
     * @param array id of the array's job
     * @param count how many tasks the array has in all
     * @param step between its indices; 1 when they have no common step
     */
    public record ArrayTask(long array, long index, int count, long lowest, long highest, long step) {}

    /**
     * @param time the attempt is ended after this; finite
     * @param warning a signal some time before
     */
    public record Limits(Duration time, Optional<Warning> warning) {}

    /**
     * A signal before the time limit.
     *
     * @param signal its number, 1 to 64
     * @param scriptOnly it goes to the script's own process alone; else to the processes of its steps (srun) and not to the
     *     script, as with Slurm
     * @param before how long before the limit; when that is longer than the limit, at once
     */
    public record Warning(int signal, boolean scriptOnly, Duration before) {}

    /**
     * @param number counts people of this installation from 1; never used again
     * @param username as in Keycloak: any text
     */
    public record Person(long number, String username) {}

    /**
     * What it holds on one node.
     *
     * @param tasks how many of the job's tasks belong here, at least 1
     */
    public record Share(
            String node, int tasks, int cpus, long memoryMiB, Optional<String> gpuType, List<Integer> gpuIndices) {

        public Share {
            gpuIndices = List.copyOf(gpuIndices);
        }
    }

    /**
     * @param script the bytes that run, with a {@code #!} line
     * @param workFolder where it runs; relative to the person's folder, empty for a folder of the job's own
     * @param stdout path with all patterns replaced; relative to the work folder
     * @param stderr the same; empty when it goes where stdout goes
     * @param environment variables of the person's wish, over the clean environment
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed after it was made
    public record Program(
            byte[] script,
            List<String> args,
            Optional<String> workFolder,
            String stdout,
            Optional<String> stderr,
            boolean append,
            Map<String, String> environment) {

        public Program {
            args = List.copyOf(args);
            environment = Map.copyOf(environment);
        }

        @Override
        public String toString() {
            return "Program[" + script.length + " bytes, stdout=" + stdout + "]";
        }
    }
}
