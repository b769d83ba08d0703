/**
 * The port to the places where work runs.
 *
 * <p>A connector drives one pool. It answers what it knows, says {@link Observation.Absent} only when the pool itself
 * answered, and {@link Observation.Unreachable} whenever it could not ask. All that touches the outside is keyed by the
 * attempt id, so that every call may be repeated. What does not live here: when and where to start something.
 */
@NullMarked
package org.gatehouse.node.spi;

import org.jspecify.annotations.NullMarked;
