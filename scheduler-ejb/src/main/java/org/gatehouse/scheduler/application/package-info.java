/**
 * The use cases: what people, programs and the scheduler's own loops ask for. Transactions begin and end here; no pool and no
 * other system is called inside one. What does not live here: rules (job, plan, quota) and SQL (persistence).
 */
@NullMarked
package org.gatehouse.scheduler.application;

import org.jspecify.annotations.NullMarked;
