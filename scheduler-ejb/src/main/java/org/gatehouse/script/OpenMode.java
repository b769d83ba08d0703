package org.gatehouse.script;

/** Whether log files are started anew or written on. */
public enum OpenMode {
    TRUNCATE,
    APPEND
}
