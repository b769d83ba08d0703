package org.gatehouse.node.spi;

import org.gatehouse.scheduler.job.JobState;

/** Breaks the rule that connectors know nothing of the scheduler. */
public record NodeCanary(JobState state) {}
