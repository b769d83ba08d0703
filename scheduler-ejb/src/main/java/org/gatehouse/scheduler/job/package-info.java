/**
 * What a job and its attempts are and how they may change. Rules only, nothing but the JDK.
 *
 * <p>A state is a type that holds only what is true in it. An attempt's end is final; a job's state is that of its latest
 * attempt. What does not live here: when something happens (the planner) and where it is written (persistence).
 */
@NullMarked
package org.gatehouse.scheduler.job;

import org.jspecify.annotations.NullMarked;
