package org.gatehouse.api.jobs;

import org.gatehouse.scheduler.persistence.DispatchTable;

/** Breaks the rule that the API reaches no table. */
public record ApiCanary(DispatchTable.Intent row) {}
