/**
 * Tells pools what was decided. An intent is written in the transaction of its decision; here it is carried out, as often as it
 * takes, and its answer recorded. Starts are keyed by the attempt id, so telling one twice starts nothing twice.
 */
@NullMarked
package org.gatehouse.scheduler.dispatch;

import org.jspecify.annotations.NullMarked;
