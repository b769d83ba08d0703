/**
 * The pool that is this machine: real processes under the small spawner, on the machine's own nodes or on declared
 * ones.
 *
 * <p>The spawner (C, {@code src/main/c}) alone may hold root; this package speaks its protocol, turns an order into a
 * process with a clean environment, and reads logs by the links that the spawner leaves in the run folder. Nothing here
 * decides where or when something runs.
 */
@NullMarked
package org.gatehouse.node.local;

import org.jspecify.annotations.NullMarked;
