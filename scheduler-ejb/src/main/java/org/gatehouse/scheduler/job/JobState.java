package org.gatehouse.scheduler.job;

import java.util.List;

/** The one word for where a job stands. */
public enum JobState {
    HELD("held"),
    PENDING("waiting"),
    STARTING("starting"),
    RUNNING("running"),
    COMPLETING("completing"),
    COMPLETED("completed"),
    FAILED("failed"),
    TIMED_OUT("timed out"),
    OUT_OF_MEMORY("out of memory"),
    NODE_FAILED("lost with their node"),
    PREEMPTED("preempted"),
    CANCELLED("cancelled"),
    START_FAILED("not startable"),
    /** It is gone and nobody saw how; details may follow. */
    ENDED_UNKNOWN("ended, nobody saw how"),
    DEPENDENCY_FAILED("dependency failed"),
    DEADLINE("past their deadline");

    /** For the one word of an array: what is under way, then what waits, then the ends, the worst first. */
    static final List<JobState> MOST_TELLING_FIRST = List.of(
            RUNNING,
            COMPLETING,
            STARTING,
            PENDING,
            HELD,
            ENDED_UNKNOWN,
            NODE_FAILED,
            START_FAILED,
            OUT_OF_MEMORY,
            FAILED,
            TIMED_OUT,
            PREEMPTED,
            DEPENDENCY_FAILED,
            DEADLINE,
            CANCELLED,
            COMPLETED);

    private final String adjective;

    JobState(String adjective) {
        this.adjective = adjective;
    }

    /** For several jobs in this state: {@code 3 running}. */
    public String adjective() {
        return adjective;
    }

    public boolean ended() {
        return compareTo(COMPLETING) > 0;
    }

    /** Whether an attempt of it may be at its pool. */
    public boolean active() {
        return this == STARTING || this == RUNNING || this == COMPLETING;
    }

    /** Whether it waits for its start. */
    public boolean waits() {
        return this == HELD || this == PENDING;
    }
}
