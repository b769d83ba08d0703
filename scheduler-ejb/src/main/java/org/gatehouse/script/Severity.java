package org.gatehouse.script;

/** How much a finding weighs: an error refuses the script, a warning is likely a mistake, a notice is only said. */
public enum Severity {
    ERROR,
    WARNING,
    NOTICE
}
