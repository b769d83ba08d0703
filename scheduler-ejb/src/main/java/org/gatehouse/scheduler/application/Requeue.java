package org.gatehouse.scheduler.application;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;

/**
 * Whether a job waits again after an attempt: when somebody asked for it, and by itself after the failure of its node unless it
 * was submitted with {@code --no-requeue}.
 */
final class Requeue {

    /** By itself at most so often: a job that takes its nodes down must not do so for ever. */
    private static final int MOST = 5;

    private static final Duration FIRST_WAIT = Duration.ofSeconds(10);

    private Requeue() {}

    /** When it may start again; empty when the attempt's end is the job's. Each time by itself it waits twice as long. */
    static Optional<Instant> after(Job job, Attempt attempt, JobState end, Instant now) {
        if (job.cancel().isPresent()) {
            return Optional.empty();
        }
        if (job.requeueBy().isPresent()) {
            return Optional.of(now);
        }
        boolean itself = end == JobState.NODE_FAILED && job.asked().ending().requeue() && attempt.number() <= MOST;
        return itself ? Optional.of(now.plus(FIRST_WAIT.multipliedBy(1L << (attempt.number() - 1)))) : Optional.empty();
    }
}
