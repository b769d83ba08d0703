package org.gatehouse.node.spi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A log as an append-only byte stream with offsets. Used by one thread at a time. */
public interface LogSource extends Closeable {

    /** Bytes written so far. */
    long size() throws IOException;

    /** Reads at most the buffer's room from {@code offset} on; 0 when there is nothing there yet. */
    int read(long offset, ByteBuffer into) throws IOException;

    /**
     * Waits until the log is longer than {@code known} bytes.
     *
     * @return whether it is; false after {@code atMost}, or earlier for no reason
     */
    boolean awaitGrowth(long known, Duration atMost) throws IOException, InterruptedException;
}
