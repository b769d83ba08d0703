package org.gatehouse.script;

/**
 * What stands behind an option. {@link #NONE}, {@link #OPTIONAL} and {@link #EXCLUSIVE} never take the next word; all others need a value,
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
    WHEN,
    YES_NO,
    MAIL,
    EXCLUSIVE,
    HINT;

    boolean isRequired() {
        return this != NONE && !isOptional();
    }

    /** Its value can only be glued on with {@code =}. */
    boolean isOptional() {
        return this == OPTIONAL || this == EXCLUSIVE;
    }
}
