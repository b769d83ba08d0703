package org.gatehouse.node.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.gatehouse.node.spi.LogSource;

/** A log that is a file on this machine. Its folder is watched from the first wait on. */
final class FileLog implements LogSource {

    /** A change that inotify did not tell of is seen after this long. */
    private static final long LONGEST_WAIT_MILLIS = 2000;

    private static final OpenGate GATE = new OpenGate();

    private final Path file;
    private final FolderWatch watch;
    private final FileChannel channel;
    private FolderWatch.@org.jspecify.annotations.Nullable Ticket ticket;

    FileLog(Path file, FolderWatch watch) throws IOException {
        this.file = file;
        this.watch = watch;
        this.channel = GATE.open(file);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public int read(long offset, ByteBuffer into) throws IOException {
        return Math.max(0, channel.read(into, offset));
    }

    @Override
    public boolean awaitGrowth(long known, Duration atMost) throws IOException, InterruptedException {
        FolderWatch.Ticket held = ticket;
        if (held == null) {
            Path folder = file.getParent();
            if (folder == null) {
                throw new IOException("a log lies in a run folder: " + file);
            }
            held = watch.watch(folder);
            ticket = held;
        }
        long seen = held.changes();
        if (size() > known) {
            return true;
        }
        held.await(seen, Math.min(LONGEST_WAIT_MILLIS, atMost.toMillis()));
        return size() > known;
    }

    @Override
    public void close() throws IOException {
        if (ticket != null) {
            ticket.close();
        }
        channel.close();
    }
}
