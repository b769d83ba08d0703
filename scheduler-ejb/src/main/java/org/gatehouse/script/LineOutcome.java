package org.gatehouse.script;

/** What became of an option in a directive line, or of a line that looks like a directive. */
public enum LineOutcome {
    APPLIED,
    NO_EFFECT,
    IGNORED,
    ERROR
}
