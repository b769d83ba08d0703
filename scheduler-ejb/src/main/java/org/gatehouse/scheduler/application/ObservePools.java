package org.gatehouse.scheduler.application;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Observation;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.AttemptState;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.ArrayTable;
import org.gatehouse.scheduler.persistence.AttemptTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.JobMoves;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.LeaderTable;

/**
 * Asks pools for the attempts that live there and writes what changed. "Could not ask" never changes a state; "does not know
 * it" counts only for an attempt that the pool had confirmed, on two answers at least {@link #ABSENT_FOR} apart.
 */
public final class ObservePools {

    private static final System.Logger LOG = System.getLogger(ObservePools.class.getName());
    static final Duration ABSENT_FOR = Duration.ofSeconds(2);

    private final Database database;
    private final Clock clock;

    public ObservePools(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Everything that lives in a pool.
     *
     * @return attempts that ended
     */
    public int observe(NodeConnector pool, long epoch) {
        return apply(
                pool,
                database.inTransaction(c -> AttemptTable.live(c, pool.pool().name())),
                epoch);
    }

    /** One attempt, after a hint. */
    public int observe(NodeConnector pool, AttemptId id, long epoch) {
        return apply(
                pool,
                database.inTransaction(c -> AttemptTable.liveOne(c, id.value())).stream()
                        .filter(a -> a.pool().equals(pool.pool().name()))
                        .toList(),
                epoch);
    }

    private int apply(NodeConnector pool, List<Attempt> live, long epoch) {
        if (live.isEmpty()) {
            return 0;
        }
        Map<AttemptId, Observation> seen =
                pool.observe(live.stream().map(a -> new AttemptId(a.id())).toList());
        Instant now = clock.instant();
        return database.inTransaction(c -> {
            if (!LeaderTable.beat(c, epoch, now)) {
                return 0;
            }
            var writer = new Writer(c, now);
            ArrayTable.lock(c, changing(live, seen));
            for (Attempt attempt : live) {
                Observation observation = seen.get(new AttemptId(attempt.id()));
                if (observation != null) {
                    writer.write(attempt, observation);
                }
            }
            return writer.finish();
        });
    }

    /** Attempts that may move their job. */
    private static List<UUID> changing(List<Attempt> live, Map<AttemptId, Observation> seen) {
        return live.stream()
                .filter(a -> switch (seen.get(new AttemptId(a.id()))) {
                    case Observation.Known(Observation.Running _) -> a.state() != JobState.RUNNING;
                    case Observation.Known(Observation.Ended _) -> true;
                    case Observation.Absent _ -> a.seen().absentSince().isPresent();
                    case null, default -> false;
                })
                .map(Attempt::id)
                .toList();
    }

    /** Writes one round of observations within a transaction. */
    private static final class Writer {
        private final Connection c;
        private final Instant now;
        private final List<UUID> unchanged = new ArrayList<>();
        private final List<UUID> unseen = new ArrayList<>();
        private final JobMoves moves;
        private int ends;

        Writer(Connection c, Instant now) {
            this.c = c;
            this.now = now;
            this.moves = new JobMoves(c, now);
        }

        void write(Attempt attempt, Observation observation) throws SQLException {
            switch (observation) {
                case Observation.Unreachable _ -> unseen.add(attempt.id());
                case Observation.Absent _ -> absent(attempt);
                case Observation.Known(Observation.Starting _) -> unchanged.add(attempt.id());
                case Observation.Known(Observation.Running(Instant startedAt)) -> running(attempt, startedAt);
                case Observation.Known(Observation.Ended(AttemptEnd end)) -> ended(attempt, end);
            }
        }

        private void running(Attempt attempt, Instant startedAt) throws SQLException {
            if (attempt.state() == JobState.RUNNING) {
                unchanged.add(attempt.id());
            } else if (AttemptTable.running(c, attempt, startedAt, now)) {
                DispatchTable.done(c, attempt.id(), DispatchTable.Kind.START, now);
                moves.follow(attempt, JobState.RUNNING, Optional.of(startedAt), Optional.empty());
            }
        }

        private void absent(Attempt attempt) throws SQLException {
            if (attempt.confirmedAt().isEmpty()) {
                return; // the start is still to be told or answered; the dispatcher has it
            }
            Optional<Instant> since = attempt.seen().absentSince();
            if (since.isPresent() && !since.get().plus(ABSENT_FOR).isAfter(now)) {
                end(attempt, new AttemptState.EndedUnknown("its pool had it and no longer knows it"), Optional.empty());
            } else {
                AttemptTable.absent(c, attempt.id(), now);
            }
        }

        private void ended(Attempt attempt, AttemptEnd end) throws SQLException {
            Job job = JobTable.find(c, attempt.jobId()).orElseThrow();
            Optional<String> by = job.cancel().map(Job.CancelRequest::by).or(job::requeueBy);
            write(job, attempt, Outcomes.of(end, job.asked().timeLimit(), by, now));
        }

        private void end(Attempt attempt, AttemptState.Outcome outcome, Optional<Instant> startedAt)
                throws SQLException {
            Job job = JobTable.find(c, attempt.jobId()).orElseThrow();
            write(job, attempt, new AttemptState.Ended(outcome, startedAt, now, Optional.empty()));
        }

        private void write(Job job, Attempt attempt, AttemptState.Ended end) throws SQLException {
            if (AttemptTable.ended(c, attempt, end, now)) {
                ends++;
                Optional<Instant> again = Requeue.after(job, attempt, end.word(), now);
                if (again.isPresent()) {
                    moves.again(attempt, again.get());
                } else {
                    moves.follow(attempt, end.word(), end.startedAt(), Optional.of(end.at()));
                }
                LOG.log(
                        Level.INFO,
                        "event=attempt-ended job={0} attempt={1} state={2}",
                        Long.toString(attempt.jobId()),
                        attempt.id(),
                        end.word());
            }
        }

        int finish() throws SQLException {
            AttemptTable.seen(c, unchanged, now);
            AttemptTable.unseen(c, unseen, now);
            moves.finish();
            if (ends > 0) {
                DispatchTable.wake(c);
            }
            return ends;
        }
    }

    /** Writes that a start was refused for good. */
    void startRefused(UUID id, String why, long epoch) {
        end(id, epoch, _ -> new AttemptState.StartFailed(why));
    }

    /** Writes that an attempt was cancelled before its pool had it. */
    void cancelledBeforeStart(UUID id, long epoch) {
        end(
                id,
                epoch,
                job -> new AttemptState.Cancelled(
                        job.cancel().map(Job.CancelRequest::by), OptionalInt.empty(), OptionalInt.empty()));
    }

    private void end(UUID id, long epoch, Function<Job, AttemptState.Outcome> outcome) {
        Instant now = clock.instant();
        database.transact(c -> {
            Optional<Attempt> attempt = AttemptTable.liveOne(c, id);
            if (attempt.isPresent() && LeaderTable.beat(c, epoch, now)) {
                ArrayTable.lock(c, List.of(id));
                Job job = JobTable.find(c, attempt.get().jobId()).orElseThrow();
                var writer = new Writer(c, now);
                writer.end(attempt.get(), outcome.apply(job), Optional.empty());
                writer.finish();
            }
        });
    }
}
