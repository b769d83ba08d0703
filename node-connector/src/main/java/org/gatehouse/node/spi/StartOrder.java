package org.gatehouse.node.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a pool needs to start an attempt.
 *
 * @param shares what it holds, per node, in the order of its ranks; never empty
 * @param timeLimit the attempt is ended after this; finite
 */
public record StartOrder(
        AttemptId attempt, Job job, Person person, List<Share> shares, Program program, Duration timeLimit) {

    public StartOrder {
        shares = List.copyOf(shares);
        if (shares.isEmpty()) {
            throw new IllegalArgumentException("an attempt holds at least one node: " + attempt);
        }
    }

    /** @param tasks in all, at least 1 */
    public record Job(long id, String name, String team, String partition, int tasks, int cpusPerTask, int restarts) {}

    /**
     * @param number counts people of this installation from 1; never used again
     * @param username as in Keycloak: any text
     */
    public record Person(long number, String username) {}

    /** What it holds on one node. */
    public record Share(String node, int cpus, long memoryMiB, Optional<String> gpuType, List<Integer> gpuIndices) {

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
