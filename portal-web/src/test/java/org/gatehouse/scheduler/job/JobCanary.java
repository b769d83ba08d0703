package org.gatehouse.scheduler.job;

import org.gatehouse.scheduler.application.Database;

/** Breaks the rule that the job domain knows no database. */
public record JobCanary(Database database) {}
