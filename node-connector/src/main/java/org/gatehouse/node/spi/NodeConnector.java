package org.gatehouse.node.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Drives one pool. Every call may block for seconds and is never made inside a database transaction. */
public interface NodeConnector {

    PoolInfo pool();

    /** The nodes as last seen by the pool. A pool that cannot be asked says so and keeps the nodes it knew. */
    Inventory inventory();

    /**
     * Starts an attempt. Idempotent: when the pool already has this attempt, that is the answer and nothing is started.
     */
    StartOutcome start(StartOrder order);

    /** What the pool knows of these attempts; every one that was asked for is in the answer. */
    Map<AttemptId, Observation> observe(Collection<AttemptId> attempts);

    /**
     * Asks for the end of an attempt: TERM, grace, KILL for the whole process tree. Idempotent; the end itself is seen
     * by {@link #observe}.
     */
    StopOutcome stop(AttemptId attempt);

    /**
     * Calls {@code listener} soon after an attempt of this pool ended, for attempts started by anybody. It is a hint to
     * observe, may be lost or doubled, and comes on a thread of the connector's.
     */
    Subscription onEnd(Consumer<AttemptId> listener);

    /** The person's own folder at the pool: where jobs may write logs. Empty when the pool leaves that to the person. */
    Optional<Path> homeOf(StartOrder.Person person);

    /** Opens a log; empty while the attempt has none, or when its stream was sent nowhere. */
    Optional<LogSource> openLog(AttemptId attempt, LogStream stream) throws IOException;

    /** Ends a subscription; calling it twice does no harm. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
