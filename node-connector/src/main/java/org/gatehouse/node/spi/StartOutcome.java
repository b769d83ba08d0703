package org.gatehouse.node.spi;

/** The answer to a start. */
public sealed interface StartOutcome {

    /** The pool has it: started now, or found there from an earlier try. */
    record Accepted() implements StartOutcome {}

    /** The pool will not start it, and nothing is left there. */
    record Refused(String reason) implements StartOutcome {}

    /** Nobody knows whether it was started: ask again for the same attempt. */
    record Unreachable(String why) implements StartOutcome {}
}
