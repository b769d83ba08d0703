package org.gatehouse.node.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.NodeConnector.Subscription;

/** Follows the file to which every runner adds a line when its attempt ended. */
final class EndPulse implements Subscription {

    private static final System.Logger LOG = System.getLogger(EndPulse.class.getName());
    private static final int LINE = 37; // an attempt id and a line end
    private static final long LONGEST_WAIT_MILLIS = 5000;

    private final Path folder;
    private final FolderWatch watch;
    private final Consumer<AttemptId> listener;
    private volatile boolean open = true;

    EndPulse(Path folder, FolderWatch watch, Consumer<AttemptId> listener) {
        this.folder = folder;
        this.watch = watch;
        this.listener = listener;
    }

    EndPulse begin() {
        Thread.ofVirtual().name("end-pulse").start(this::run);
        return this;
    }

    private void run() {
        long at = size();
        while (open) {
            try (FolderWatch.Ticket ticket = watch.watch(folder)) {
                while (open) {
                    long seen = ticket.changes();
                    at = tell(at);
                    ticket.await(seen, LONGEST_WAIT_MILLIS);
                }
            } catch (IOException e) {
                LOG.log(Level.WARNING, "event=pulse-unreadable folder={0} why={1}", folder, e.toString());
                pause();
            } catch (IllegalArgumentException e) {
                // A line was cut, by a full disk for one: go on behind it. The poll finds what is missed.
                LOG.log(Level.WARNING, "event=pulse-garbled folder={0}", folder);
                at = size();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private long tell(long from) throws IOException {
        Path file = folder.resolve("ends");
        long at = from;
        if (size() - at < LINE) {
            return at;
        }
        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(at);
            for (byte[] line = in.readNBytes(LINE); line.length == LINE; line = in.readNBytes(LINE)) {
                at += LINE;
                listener.accept(AttemptId.of(new String(line, 0, LINE - 1, StandardCharsets.US_ASCII)));
            }
        }
        return at;
    }

    private long size() {
        try {
            return Files.size(folder.resolve("ends"));
        } catch (IOException e) {
            return 0; // no attempt has ended yet
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        open = false;
    }
}
