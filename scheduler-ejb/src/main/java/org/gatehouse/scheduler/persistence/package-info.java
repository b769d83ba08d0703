/**
 * The tables of the scheduler, in plain SQL. Sets are read and written as sets; a transition is one guarded update whose row
 * count is an answer.
 *
 * <p>Nothing here begins or ends a transaction: a connection comes in. What is decided does not live here.
 */
@NullMarked
package org.gatehouse.scheduler.persistence;

import org.jspecify.annotations.NullMarked;
