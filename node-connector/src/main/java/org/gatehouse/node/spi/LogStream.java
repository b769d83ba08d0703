package org.gatehouse.node.spi;

/** Which of the two streams of a batch job. */
public enum LogStream {
    STDOUT,
    STDERR
}
