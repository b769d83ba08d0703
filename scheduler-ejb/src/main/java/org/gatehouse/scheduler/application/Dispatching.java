package org.gatehouse.scheduler.application;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.persistence.AttemptTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.DispatchTable.Intent;
import org.gatehouse.scheduler.persistence.DispatchTable.Kind;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.LeaderTable;

/** The database's side of telling pools: what is due, what an order holds, what an answer changes. */
public final class Dispatching {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Database database;
    private final ObservePools observe;
    private final Clock clock;

    public Dispatching(Database database, ObservePools observe, Clock clock) {
        this.database = database;
        this.observe = observe;
        this.clock = clock;
    }

    public List<Intent> due(int atMost) {
        return database.inTransaction(c -> DispatchTable.due(c, clock.instant(), atMost));
    }

    /** The order of a start; empty when the attempt is over by now. */
    public Optional<StartOrder> order(Intent intent) {
        return database.inTransaction(c -> {
            Optional<Attempt> live = AttemptTable.liveOne(c, intent.attempt());
            if (live.isEmpty()) {
                return Optional.empty();
            }
            Job job = JobTable.find(c, intent.jobId()).orElseThrow();
            NewJob.Program program = JobTable.program(c, intent.jobId()).orElseThrow();
            Optional<Job> array = job.task().isEmpty()
                    ? Optional.empty()
                    : JobTable.find(c, job.task().get().array());
            return job.attempts().stream()
                    .filter(a -> a.id().equals(intent.attempt()))
                    .findFirst()
                    .map(attempt -> Orders.order(job, array, attempt, program));
        });
    }

    /** The pool has the attempt, or took the request for its end. */
    public void accepted(Intent intent, long epoch) {
        Instant now = clock.instant();
        database.transact(c -> {
            if (LeaderTable.beat(c, epoch, now)) {
                DispatchTable.done(c, intent.attempt(), intent.kind(), now);
                if (intent.kind() == Kind.START) {
                    AttemptTable.confirmed(c, intent.attempt(), now);
                    DispatchTable.wake(c); // a stop may have waited for this
                }
            }
        });
    }

    /** The pool will not start it: that is the attempt's end. */
    public void refused(Intent intent, String why, long epoch) {
        observe.startRefused(intent.attempt(), why, epoch);
    }

    /** Nobody knows; it is asked again later, waiting longer each time up to 30 s. */
    public void unreachable(Intent intent, String why, long epoch) {
        Instant now = clock.instant();
        long millis = Math.min(LONGEST_WAIT.toMillis(), 500L << Math.min(intent.tries(), 10));
        database.transact(c -> {
            if (LeaderTable.beat(c, epoch, now)) {
                DispatchTable.again(c, intent, why, now, Duration.ofMillis(millis));
                AttemptTable.unseen(c, List.of(intent.attempt()), now);
            }
        });
    }

    /** Whether its end was asked for. */
    public boolean cancelled(Intent intent) {
        return database.inTransaction(c -> JobTable.find(c, intent.jobId()))
                .flatMap(Job::cancel)
                .isPresent();
    }

    /** Its end was asked for before the pool ever had it. */
    public void cancelledBeforeStart(Intent intent, long epoch) {
        observe.cancelledBeforeStart(intent.attempt(), epoch);
    }

    /** The attempt was over before its intent was carried out. */
    public void pointless(Intent intent) {
        database.transact(c -> DispatchTable.done(c, intent.attempt(), intent.kind(), clock.instant()));
    }
}
