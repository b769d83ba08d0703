package org.gatehouse.script;

/** Memory on the node a job runs on. */
public sealed interface Memory {

    /** So many MiB (1 G is 1024 MiB). */
    record Mebibytes(long count) implements Memory {}

    /** All that the node has; what that is becomes known with the node. */
    record WholeNode() implements Memory {}
}
