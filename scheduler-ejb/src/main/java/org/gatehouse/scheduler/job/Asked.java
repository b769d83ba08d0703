package org.gatehouse.scheduler.job;

import java.time.Duration;
import java.util.Optional;

/**
 * What a job asks for.
 *
 * @param nodes at least 1
 * @param tasks at least 1, over all nodes
 * @param timeLimit finite
 * @param logs where its output goes
 */
public record Asked(int nodes, int tasks, int cpusPerTask, Shape shape, Duration timeLimit, Logs logs) {

    /**
     * Paths with their patterns unreplaced: they name things that are known at the start only.
     *
     * @param stderr empty when it goes where stdout goes
     * @param append whether an existing file is kept
     */
    public record Logs(String stdout, Optional<String> stderr, boolean append) {}
}
