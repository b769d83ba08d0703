package org.gatehouse.script;

/**
 * What stands behind an option. {@link #NONE} and {@link #OPTIONAL} never take the next word; all others need a value,
 * and each names the grammar that the value must follow.
 */
enum Argument {
    NONE,
    OPTIONAL,
    TEXT,
    COUNT,
    NODES,
    MEMORY,
    TIME,
    GPUS,
    GRES,
    OPEN_MODE,
    SIGNAL,
    HINT;

    boolean isRequired() {
        return this != NONE && this != OPTIONAL;
    }
}
