package org.gatehouse.node.spi;

import java.time.Instant;

/** What a pool answers when it is asked for an attempt. */
public sealed interface Observation {

    /** The pool knows it and this is its state. */
    record Known(AttemptStatus status) implements Observation {}

    /** The pool answered, and it does not know this attempt. */
    record Absent() implements Observation {}

    /** The pool could not be asked; nothing follows about the attempt. */
    record Unreachable(String why) implements Observation {}

    /** The state of an attempt that its pool knows. */
    sealed interface AttemptStatus {}

    /** Accepted, no process yet. */
    record Starting() implements AttemptStatus {}

    record Running(Instant startedAt) implements AttemptStatus {}

    record Ended(AttemptEnd end) implements AttemptStatus {}
}
