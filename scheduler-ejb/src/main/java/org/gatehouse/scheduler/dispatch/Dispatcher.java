package org.gatehouse.scheduler.dispatch;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.gatehouse.node.spi.StopOutcome;
import org.gatehouse.scheduler.application.Dispatching;
import org.gatehouse.scheduler.application.ObservePools;
import org.gatehouse.scheduler.persistence.DispatchTable.Intent;

/** Carries out what is due, several at a time; pools are called outside of any transaction. */
public final class Dispatcher {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final int AT_ONCE = 16;
    private static final int BATCH = 200;

    private final Dispatching dispatching;
    private final ObservePools observe;
    private final Pools pools;

    public Dispatcher(Dispatching dispatching, ObservePools observe, Pools pools) {
        this.dispatching = dispatching;
        this.observe = observe;
        this.pools = pools;
    }

    /** Carries out everything that is due now and waits for the answers. @return how many intents there were */
    public int runOnce(long epoch) {
        List<Intent> due = dispatching.due(BATCH);
        if (due.isEmpty()) {
            return 0;
        }
        var places = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Intent intent : due) {
                places.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        carryOut(intent, epoch);
                    } catch (RuntimeException e) {
                        LOG.log(
                                Level.ERROR,
                                "event=dispatch-failed job=" + intent.jobId() + " attempt=" + intent.attempt(),
                                e);
                    } finally {
                        places.release();
                    }
                });
            }
        }
        return due.size();
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
