package org.gatehouse.node.spi;

import java.io.IOException;

/** A log is there and cannot be read now; the message says why, for people. */
public final class LogUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;

    public LogUnavailableException(String why) {
        super(why);
    }
}
