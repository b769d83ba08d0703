package org.gatehouse.node.spi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A log of the fake. */
record MemoryLog(ByteArrayOutputStream log) implements LogSource {
    @Override
    public long size() {
        return log.size();
    }

    @Override
    public int read(long offset, ByteBuffer into) {
        byte[] bytes = log.toByteArray();
        int n = (int) Math.max(0, Math.min(into.remaining(), bytes.length - offset));
        if (n > 0) {
            into.put(bytes, (int) offset, n);
        }
        return n;
    }

    @Override
    public boolean awaitGrowth(long known, Duration atMost) throws InterruptedException {
        Thread.sleep(10);
        return size() > known;
    }

    @Override
    public void close() {}
}
