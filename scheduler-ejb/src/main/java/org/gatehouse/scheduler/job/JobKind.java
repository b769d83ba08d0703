package org.gatehouse.scheduler.job;

/** What a job is for. All kinds share one life cycle, one quota and one queue. */
public enum JobKind {
    /** A script that runs to its end. */
    BATCH,
    /** Something a person works in. */
    SESSION,
    /** A long-lived endpoint. */
    SERVICE
}
