/**
 * The planner: a pure function from a snapshot to a plan. The live scheduler, estimates, dry runs and replays all call it.
 * Nothing but the JDK, the job domain and the quotas; no clock, no I/O.
 */
@NullMarked
package org.gatehouse.scheduler.plan;

import org.jspecify.annotations.NullMarked;
