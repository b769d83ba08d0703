package org.gatehouse.node.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells when something in a folder changed. One inotify instance and one thread for all folders; a folder is watched
 * while somebody holds a {@link Ticket} of it. All who wait share one monitor:
 * a change in any folder wakes all of them for a look at a counter.
 */
public final class FolderWatch implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(FolderWatch.class.getName());

    private final WatchService service;
    private final Map<Path, Watched> folders = new HashMap<>();

    private static final class Watched {
        private final WatchKey key;
        private int holders;
        private long changes;

        Watched(WatchKey key) {
            this.key = key;
        }
    }

    public FolderWatch() throws IOException {
        this.service = FileSystems.getDefault().newWatchService();
        Thread.ofPlatform().daemon().name("folder-watch").start(this::run);
    }

    /** Starts to watch a folder; close the ticket to stop. */
    synchronized Ticket watch(Path folder) throws IOException {
        Watched watched = folders.get(folder);
        if (watched == null) {
            watched = new Watched(folder.register(
                    service, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_CREATE));
            folders.put(folder, watched);
        }
        watched.holders++;
        return new Ticket(folder, watched);
    }

    /** One holder's view of a folder. Used by one thread at a time. */
    final class Ticket implements AutoCloseable {
        private final Path folder;
        private final Watched watched;
        private boolean open = true;

        private Ticket(Path folder, Watched watched) {
            this.folder = folder;
            this.watched = watched;
        }

        /** The number of changes so far; take it before you look at a file, and wait for it to move. */
        long changes() {
            synchronized (FolderWatch.this) {
                return watched.changes;
            }
        }

        /** Waits until there were more than {@code seen} changes, or for {@code millis}. */
        void await(long seen, long millis) throws InterruptedException {
            long until = System.nanoTime() + millis * 1_000_000;
            synchronized (FolderWatch.this) {
                while (watched.changes == seen) {
                    long left = (until - System.nanoTime()) / 1_000_000;
                    if (left <= 0) {
                        return;
                    }
                    FolderWatch.this.wait(left);
                }
            }
        }

        @Override
        public void close() {
            synchronized (FolderWatch.this) {
                if (open && --watched.holders == 0) {
                    watched.key.cancel();
                    folders.remove(folder);
                }
                open = false;
            }
        }
    }

    private void run() {
        try {
            while (true) {
                WatchKey key = service.take();
                key.pollEvents();
                synchronized (this) {
                    Watched watched = folders.get((Path) key.watchable());
                    if (watched != null) {
                        watched.changes++;
                    }
                    notifyAll();
                }
                key.reset();
            }
        } catch (InterruptedException | java.nio.file.ClosedWatchServiceException e) {
            LOG.log(Level.DEBUG, "event=folder-watch-ended");
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
