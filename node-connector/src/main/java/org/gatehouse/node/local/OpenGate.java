package org.gatehouse.node.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gatehouse.node.spi.LogUnavailableException;

/**
 * Opens files that belong to jobs. A job may hold a lease on its own log, and then an open hangs for as long as the kernel lets
 * it (45 s): here nobody waits longer than {@value #PATIENCE_MILLIS} ms, and while one hangs the next is refused at once.
 */
final class OpenGate {

    private static final long PATIENCE_MILLIS = 2000;

    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("log-open-", 0).factory());
    private final Set<Path> hanging = ConcurrentHashMap.newKeySet();

    FileChannel open(Path file) throws IOException {
        if (hanging.contains(file)) {
            throw locked();
        }
        CompletableFuture<FileChannel> opened = new CompletableFuture<>();
        threads.execute(() -> openInto(file, opened));
        try {
            return opened.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            hanging.add(file);
            var _ = opened.whenComplete((channel, _) -> {
                hanging.remove(file);
                close(channel);
            });
            throw locked();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AccessDeniedException) {
                throw new LogUnavailableException(
                        "Gatehouse may not read this log any more: its permissions were changed."
                                + " chmod g+r makes it readable again");
            }
            throw e.getCause() instanceof IOException io ? io : new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void openInto(Path file, CompletableFuture<FileChannel> opened) {
        try {
            opened.complete(FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException | RuntimeException e) {
            opened.completeExceptionally(e);
        }
    }

    private static void close(@org.jspecify.annotations.Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            System.getLogger(OpenGate.class.getName())
                    .log(System.Logger.Level.DEBUG, "event=log-close why={0}", e.getMessage());
        }
    }

    private static LogUnavailableException locked() {
        return new LogUnavailableException("a process of the job keeps this log locked (a lease); try again later");
    }
}
