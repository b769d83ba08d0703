package org.gatehouse.web.line;

import java.io.IOException;

/** What is done over a socket once it is open; runs on a virtual thread of its own and may block. */
@FunctionalInterface
public interface SocketTask {

    /** Returns when there is nothing more to send; the socket is closed then. */
    void run(Line line) throws IOException, InterruptedException;
}
