package org.gatehouse.web.events;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.scheduler.persistence.EventTable.Event;

/**
 * The numbered events of the installation, read once for all who follow them. The latest {@value #KEPT} are at hand; who is
 * further behind reads from the database. Cost of a change: one query, whatever the number of followers.
 */
public final class EventHub implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(EventHub.class.getName());
    private static final int KEPT = 5000;
    private static final int BATCH = 1000;
    private static final long LOOK_EVERY_MILLIS = 3000;

    private final Database database;
    private final Deque<Event> recent = new ArrayDeque<>();
    private long last;
    private boolean rung;
    private boolean open = true;

    public EventHub(Database database) {
        this.database = database;
    }

    public EventHub begin() {
        last = database.inTransaction(EventTable::last);
        Thread.ofPlatform().daemon().name("gatehouse-events").start(this::run);
        return this;
    }

    /** Numbers were given. */
    public synchronized void ring() {
        rung = true;
        notifyAll();
    }

    private void run() {
        while (awaitRing()) {
            try {
                List<Event> more;
                do {
                    long from = last();
                    more = database.inTransaction(c -> EventTable.after(c, from, BATCH));
                    add(more);
                } while (more.size() == BATCH);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "event=events-unread why={0}", e.getMessage());
            }
        }
    }

    private synchronized boolean awaitRing() {
        try {
            long until = System.nanoTime() + LOOK_EVERY_MILLIS * 1_000_000;
            while (!rung && open && System.nanoTime() < until) {
                wait(Math.max(1, (until - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            return false;
        }
        rung = false;
        return open;
    }

    private synchronized void add(List<Event> more) {
        for (Event event : more) {
            recent.addLast(event);
            last = event.seq();
        }
        while (recent.size() > KEPT) {
            recent.removeFirst();
        }
        if (!more.isEmpty()) {
            notifyAll();
        }
    }

    /** The number of the latest event. */
    public synchronized long last() {
        return last;
    }

    /** Waits until there is an event after {@code seq}, at most so long. */
    public synchronized void await(long seq, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (last <= seq && open) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** The next events after {@code seq} in order; empty when there are none yet. */
    public List<Event> after(long seq) {
        Optional<List<Event>> atHand = atHand(seq);
        return atHand.isPresent() ? atHand.get() : database.inTransaction(c -> EventTable.after(c, seq, BATCH));
    }

    private synchronized Optional<List<Event>> atHand(long seq) {
        if (seq >= last) {
            return Optional.of(List.of());
        }
        if (recent.isEmpty() || recent.getFirst().seq() > seq + 1) {
            return Optional.empty();
        }
        List<Event> found = new ArrayList<>();
        for (Event event : recent) {
            if (event.seq() > seq && found.size() < BATCH) {
                found.add(event);
            }
        }
        return Optional.of(found);
    }

    /** Whether something happened to a job after {@code seq}; also when that is no longer at hand. O(events since then). */
    public synchronized boolean touched(long job, long seq) {
        if (seq >= last) {
            return false;
        }
        if (recent.isEmpty() || recent.getFirst().seq() > seq + 1) {
            return true;
        }
        for (Iterator<Event> newest = recent.descendingIterator(); newest.hasNext(); ) {
            Event event = newest.next();
            if (event.seq() <= seq) {
                return false;
            }
            if (Objects.equals(event.jobId(), job)) {
                return true;
            }
        }
        return false;
    }

    /** Whether everything after {@code seq} is still kept. */
    public boolean keeps(long seq) {
        return seq >= last()
                || database.inTransaction(EventTable::first)
                        .map(first -> first <= seq + 1)
                        .orElse(true);
    }

    @Override
    public synchronized void close() {
        open = false;
        notifyAll();
    }
}
