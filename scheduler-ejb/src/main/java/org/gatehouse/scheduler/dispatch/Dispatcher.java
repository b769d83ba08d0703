package org.gatehouse.scheduler.dispatch;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Observation;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.gatehouse.node.spi.StopOutcome;
import org.gatehouse.scheduler.application.Dispatching;
import org.gatehouse.scheduler.application.ObservePools;
import org.gatehouse.scheduler.persistence.DispatchTable.Intent;
import org.gatehouse.scheduler.persistence.DispatchTable.Kind;

/**
 * Carries out what is due, several at a time; pools are called outside of any transaction. A call that hangs holds up nobody
 * else: the loop does not wait for it, and one person has a few places only.
 */
public final class Dispatcher {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final int AT_ONCE = 32;
    private static final int AT_ONCE_OF_ONE_PERSON = 4;
    private static final int BATCH = 500;

    private final Dispatching dispatching;
    private final ObservePools observe;
    private final Pools pools;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Map<Long, Semaphore> placesOf = new ConcurrentHashMap<>();
    private final Map<Told, Thread> underWay = new ConcurrentHashMap<>();

    /** What is told to a pool at most once at a time. */
    private record Told(UUID attempt, Kind kind) {}

    public Dispatcher(Dispatching dispatching, ObservePools observe, Pools pools) {
        this.dispatching = dispatching;
        this.observe = observe;
        this.pools = pools;
    }

    /**
     * Begins everything that is due and not under way.
     *
     * @return what was begun
     */
    public List<Thread> begin(long epoch) {
        List<Thread> begun = new ArrayList<>();
        for (Intent intent : dispatching.due(BATCH)) {
            var told = new Told(intent.attempt(), intent.kind());
            Thread thread =
                    Thread.ofVirtual().name("dispatch-" + intent.attempt()).unstarted(() -> run(intent, told, epoch));
            if (underWay.putIfAbsent(told, thread) == null) {
                thread.start();
                begun.add(thread);
            }
        }
        return begun;
    }

    /**
     * Carries out everything that is due and waits for the answers.
     *
     * @return how many intents there were
     */
    public int runOnce(long epoch) {
        List<Thread> begun = begin(epoch);
        try {
            for (Thread thread : begun) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return begun.size();
    }

    private void run(Intent intent, Told told, long epoch) {
        Semaphore own = placesOf.computeIfAbsent(intent.personId(), _ -> new Semaphore(AT_ONCE_OF_ONE_PERSON));
        own.acquireUninterruptibly();
        places.acquireUninterruptibly();
        try {
            carryOut(intent, epoch);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "event=dispatch-failed job=" + intent.jobId() + " attempt=" + intent.attempt(), e);
            later(intent, epoch);
        } finally {
            places.release();
            own.release();
            underWay.remove(told);
        }
    }

    /** After a fault of our own: not at once again. When the database is the fault, the next look finds it due anyway. */
    private void later(Intent intent, long epoch) {
        try {
            dispatching.unreachable(intent, "Gatehouse failed; its log has the fault", epoch);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "event=dispatch-not-put-off job={0} why={1}",
                    Long.toString(intent.jobId()),
                    e.getMessage());
        }
    }

    private void carryOut(Intent intent, long epoch) {
        Optional<NodeConnector> pool = pools.named(intent.pool());
        if (pool.isEmpty()) {
            dispatching.unreachable(intent, "pool " + intent.pool() + " is not set up", epoch);
            return;
        }
        switch (intent.kind()) {
            case START -> start(intent, pool.get(), epoch);
            case STOP -> stop(intent, pool.get(), epoch);
        }
    }

    private void start(Intent intent, NodeConnector pool, long epoch) {
        Optional<StartOrder> order = dispatching.order(intent);
        if (order.isEmpty()) {
            dispatching.pointless(intent);
            return;
        }
        if (dispatching.cancelled(intent) && unknownTo(pool, intent)) {
            dispatching.cancelledBeforeStart(intent, epoch);
            return;
        }
        switch (pool.start(order.get())) {
            case StartOutcome.Accepted _ -> {
                dispatching.accepted(intent, epoch);
                observe.observe(pool, new AttemptId(intent.attempt()), epoch);
            }
            case StartOutcome.Refused(String reason) -> {
                log("start-refused", intent, reason);
                dispatching.refused(intent, reason, epoch);
            }
            case StartOutcome.Unreachable(String why) -> {
                log("start-unanswered", intent, why);
                dispatching.unreachable(intent, why, epoch);
            }
        }
    }

    /** The pool was asked and does not have it: an earlier start whose answer was lost would be there. */
    private static boolean unknownTo(NodeConnector pool, Intent intent) {
        AttemptId id = new AttemptId(intent.attempt());
        return pool.observe(List.of(id)).get(id) instanceof Observation.Absent;
    }

    private void stop(Intent intent, NodeConnector pool, long epoch) {
        switch (pool.stop(new AttemptId(intent.attempt()))) {
            case StopOutcome.Asked _ -> dispatching.accepted(intent, epoch);
            case StopOutcome.Unreachable(String why) -> {
                log("stop-unanswered", intent, why);
                dispatching.unreachable(intent, why, epoch);
            }
        }
    }

    private static void log(String event, Intent intent, String why) {
        LOG.log(
                Level.INFO,
                "event={0} job={1} attempt={2} pool={3} why={4}",
                event,
                Long.toString(intent.jobId()),
                intent.attempt(),
                intent.pool(),
                why);
    }
}
