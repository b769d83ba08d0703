/**
 * Who plans, and the loops that run while it does. One portal of the installation leads at a time; a row with a heartbeat and
 * an epoch says which, and every write of the leader checks that its epoch still stands.
 */
@NullMarked
package org.gatehouse.scheduler.leader;

import org.jspecify.annotations.NullMarked;
