package org.gatehouse.node.spi;

/** What a connector can do beyond starting a script on one node, ending it and keeping its logs. */
public enum Ability {
    /** Attempts over several nodes. */
    SEVERAL_NODES,
    /** A signal some time before the end. */
    WARNING,
    /** A command {@code srun} for the steps of a job. */
    SRUN,
    /** Memory is a limit, not only a plan. */
    MEMORY_LIMIT
}
