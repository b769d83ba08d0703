package org.gatehouse.scheduler.leader;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.application.ObservePools;
import org.gatehouse.scheduler.application.SchedulerPass;
import org.gatehouse.scheduler.dispatch.Dispatcher;

/**
 * The loops of a portal. The planning loop holds the lead, plans when it is rung and at least once a second, and carries out
 * what was decided. The observing loop asks pools every two seconds, and at once for an attempt whose end was hinted at. The
 * leader alone does either.
 */
public final class SchedulerLoop implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SchedulerLoop.class.getName());
    private static final Duration PASS_EVERY = Duration.ofSeconds(1);
    private static final Duration POLL_EVERY = Duration.ofSeconds(2);

    private final Leadership leadership;
    private final SchedulerPass pass;
    private final Dispatcher dispatcher;
    private final ObservePools observe;
    private final Pools pools;
    private final Wakeup planning = new Wakeup();
    private final Wakeup dispatching = new Wakeup();
    private final Wakeup observing = new Wakeup();
    private final Queue<Hint> hints = new ConcurrentLinkedQueue<>();
    private final List<NodeConnector.Subscription> subscriptions = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean open = true;
    private long polledAt = System.nanoTime() - POLL_EVERY.toNanos();

    private record Hint(NodeConnector pool, AttemptId attempt) {}

    /** One turn of a loop. */
    @FunctionalInterface
    private interface Turn {
        void run(long epoch);
    }

    /** What a loop works with. */
    public record Parts(SchedulerPass pass, Dispatcher dispatcher, ObservePools observe, Pools pools) {}

    /** @param holder names this portal in the leader's row */
    public SchedulerLoop(Database database, String holder, Parts parts, Clock clock) {
        this.leadership = new Leadership(database, holder, clock);
        this.pass = parts.pass();
        this.dispatcher = parts.dispatcher();
        this.observe = parts.observe();
        this.pools = parts.pools();
    }

    public SchedulerLoop begin() {
        for (NodeConnector pool : pools.all()) {
            subscriptions.add(pool.onEnd(attempt -> {
                if (leads()) { // nobody else would ever take them out
                    hints.add(new Hint(pool, attempt));
                    observing.ring();
                }
            }));
        }
        loop("scheduler", planning, PASS_EVERY, this::plan);
        loop("dispatcher", dispatching, PASS_EVERY, dispatcher::begin);
        loop("observer", observing, POLL_EVERY, this::observe);
        return this;
    }

    /** There is something to plan or to carry out. */
    public void ring() {
        planning.ring();
        dispatching.ring();
    }

    /** Whether this portal leads, as far as it knows. */
    public boolean leads() {
        return leadership.current().isPresent();
    }

    private void plan(long epoch) {
        switch (pass.runOnePass(epoch)) {
            case SchedulerPass.Result.Fenced _ -> leadership.lost();
            case SchedulerPass.Result.Done(int started, int _) -> {
                if (started > 0) {
                    dispatching.ring();
                }
            }
        }
    }

    private void observe(long epoch) {
        for (Hint hint = hints.poll(); hint != null; hint = hints.poll()) {
            if (observe.observe(hint.pool(), hint.attempt(), epoch) > 0) {
                planning.ring();
            }
        }
        long now = System.nanoTime();
        if (now - polledAt < POLL_EVERY.toNanos()) {
            return; // a flow of hints neither hastens nor starves the look at everything
        }
        polledAt = now;
        for (NodeConnector pool : pools.all()) {
            if (observe.observe(pool, epoch) > 0) {
                planning.ring();
            }
        }
    }

    /** The planning loop alone takes the lead; the others run while it is held. */
    private void loop(String name, Wakeup wakeup, Duration every, Turn turn) {
        threads.add(Thread.ofPlatform().daemon().name("gatehouse-" + name).start(() -> {
            while (open) {
                try {
                    wakeup.await(every);
                    Optional<Long> epoch = wakeup == planning ? leadership.epoch() : leadership.current();
                    if (open && epoch.isPresent()) {
                        turn.run(epoch.get());
                    }
                } catch (InterruptedException e) {
                    return;
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "event=loop-failed loop=" + name, e);
                    pause();
                }
            }
        }));
    }

    private static void pause() {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the loops in order and gives the lead away. What runs at pools runs on. */
    @Override
    public void close() {
        open = false;
        subscriptions.forEach(NodeConnector.Subscription::close);
        planning.ring();
        dispatching.ring();
        observing.ring();
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofSeconds(10));
            }
            leadership.leave();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "event=lead-not-left why={0}", e.getMessage());
        }
    }
}
