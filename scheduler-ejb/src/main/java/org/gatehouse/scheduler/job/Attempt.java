package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One try at running a job, as it is stored.
 *
 * @param confirmedAt when the pool first said that it has it
 * @param detail how it ended, in a sentence
 */
public record Attempt(
        UUID id,
        long jobId,
        int number,
        JobState state,
        int version,
        String pool,
        Instant createdAt,
        Optional<Instant> confirmedAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Seen seen,
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        Optional<String> detail,
        Optional<AttemptState.Use> use,
        List<Held> held) {

    public Attempt {
        held = List.copyOf(held);
    }

    /**
     * What the pool last said of it.
     *
     * @param unseenSince since when its pool cannot be asked
     * @param absentSince since when its pool says that it does not know it
     */
    public record Seen(Optional<Instant> lastSeenAt, Optional<Instant> unseenSince, Optional<Instant> absentSince) {}

    /**
     * What it holds on one node.
     *
     * @param tasks how many of the job's tasks belong there
     */
    public record Held(
            String node, int tasks, int cpus, long memoryMiB, Optional<String> gpuType, List<Integer> gpuIndices) {
        public Held {
            gpuIndices = List.copyOf(gpuIndices);
        }
    }

    /** The names of its nodes. */
    public String nodes() {
        return held.stream().map(Held::node).collect(Collectors.joining(", "));
    }
}
