package org.gatehouse.api.jobs;

import org.gatehouse.scheduler.persistence.Database;

/** Breaks the rule that the API reaches no table. */
public record ApiCanary(Database database) {}
