package org.gatehouse.scheduler.job;

/** The one word for where a job stands. */
public enum JobState {
    HELD(false),
    PENDING(false),
    STARTING(false),
    RUNNING(false),
    COMPLETING(false),
    COMPLETED(true),
    FAILED(true),
    TIMED_OUT(true),
    OUT_OF_MEMORY(true),
    NODE_FAILED(true),
    PREEMPTED(true),
    CANCELLED(true),
    START_FAILED(true),
    /** It is gone and nobody saw how; details may follow. */
    ENDED_UNKNOWN(true),
    DEPENDENCY_FAILED(true),
    DEADLINE(true);

    private final boolean ended;

    JobState(boolean ended) {
        this.ended = ended;
    }

    public boolean ended() {
        return ended;
    }

    /** Whether an attempt of it may be at its pool. */
    public boolean active() {
        return this == STARTING || this == RUNNING || this == COMPLETING;
    }
}
