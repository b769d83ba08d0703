package org.gatehouse.node.spi;

/** The answer to a stop. */
public sealed interface StopOutcome {

    /** The pool took the request, or the attempt had ended, or was never there. */
    record Asked() implements StopOutcome {}

    record Unreachable(String why) implements StopOutcome {}
}
