package org.gatehouse.scheduler.leader;

import java.lang.System.Logger.Level;
import java.time.Duration;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.persistence.EventTable;

/** Gives numbers to events. Every portal runs one; the database lets one at a time number. */
public final class EventNumberer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(EventNumberer.class.getName());
    private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(2);

    private final Database database;
    private final Wakeup wakeup = new Wakeup();
    private volatile boolean open = true;

    public EventNumberer(Database database) {
        this.database = database;
    }

    public EventNumberer begin() {
        Thread.ofPlatform().daemon().name("gatehouse-numberer").start(this::run);
        return this;
    }

    /** There may be events without a number. */
    public void ring() {
        wakeup.ring();
    }

    private void run() {
        while (open) {
            try {
                wakeup.await(AT_LEAST_EVERY);
                if (open) {
                    database.inTransaction(EventTable::number);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "event=numbering-failed why={0}", e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        open = false;
        wakeup.ring();
    }
}
