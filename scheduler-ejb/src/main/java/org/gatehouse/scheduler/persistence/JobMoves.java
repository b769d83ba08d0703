package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.ArrayTable.Move;
import org.gatehouse.scheduler.persistence.EventTable.JobChange;
import org.gatehouse.script.IndexSet;
import org.jspecify.annotations.Nullable;

/**
 * A job goes from one state to another: each a guarded update whose row count is checked. What is changed in one transaction is
 * collected here; {@link #finish} counts tasks and writes the events.
 */
public final class JobMoves {

    private final Connection c;
    private final Instant now;
    private final List<JobChange> changes = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();

    public JobMoves(Connection c, Instant now) {
        this.c = c;
        this.now = now;
    }

    /**
     * A job that moved.
     *
     * @param array of a task
     */
    private record Moved(
            long id, long personId, String team, @Nullable Long array, JobState from) {
        static Moved of(ResultSet row) throws SQLException {
            return new Moved(
                    row.getLong("id"),
                    row.getLong("person_id"),
                    row.getString("team"),
                    Sql.number(row, "array_id"),
                    JobState.valueOf(row.getString("from_state")));
        }
    }

    private static final String RETURNING =
            " RETURNING job.id, job.person_id, job.team, job.array_id, old.state AS from_state";

    /**
     * Runs an update that ends in {@link #RETURNING}.
     *
     * @return how many jobs moved
     */
    private int move(JobState to, String sql, @Nullable Object... parameters) throws SQLException {
        List<Moved> moved = Sql.list(c, Moved::of, sql + RETURNING, parameters);
        for (Moved job : moved) {
            changes.add(new JobChange(job.id(), to, job.personId(), job.team()));
            if (job.array() != null) {
                moves.add(new Move(job.array(), job.from(), to, 1));
            }
        }
        return moved.size();
    }

    void changed(JobChange change) {
        changes.add(change);
    }

    void moved(Move move) {
        moves.add(move);
    }

    /** Counts the tasks that moved and writes an event for every job and array that changed. */
    public void finish() throws SQLException {
        changes.addAll(ArrayTable.moved(c, moves, now));
        EventTable.jobsChanged(c, now, changes);
        moves.clear();
        changes.clear();
    }

    /** The job follows its latest attempt, and only that one. */
    public boolean follow(Attempt attempt, JobState state, Optional<Instant> startedAt, Optional<Instant> endedAt)
            throws SQLException {
        return move(state, """
                UPDATE job SET state = ?, version = version + 1, started_at = coalesce(?::timestamptz, started_at),
                       ended_at = ?::timestamptz
                 WHERE id = ? AND ended_at IS NULL
                   AND ? = (SELECT max(number) FROM attempt WHERE job_id = job.id)""", state, startedAt, endedAt, attempt.jobId(), attempt.number()) > 0;
    }

    /**
     * The job waits again after its latest attempt.
     *
     * @param begin not before this
     */
    public boolean again(Attempt attempt, Instant begin) throws SQLException {
        return move(
                        JobState.PENDING,
                        """
                UPDATE job SET state = 'PENDING', queued = 'PENDING', version = version + 1, started_at = NULL, begin_at = ?,
                       cancel_requested_at = NULL, cancel_requested_by = NULL, cancel_reason = NULL,
                       requeue_requested_by = NULL, wait_reason = ?::jsonb
                 WHERE id = ? AND ended_at IS NULL
                   AND ? = (SELECT max(number) FROM attempt WHERE job_id = job.id)""",
                        begin,
                        WaitReasonJson.encode(new WaitReason.JustSubmitted()),
                        attempt.jobId(),
                        attempt.number())
                > 0;
    }

    /**
     * A job that has ended waits again.
     *
     * @return false when it moved on meanwhile
     */
    public boolean requeueEnded(Job job) throws SQLException {
        return move(
                        JobState.PENDING,
                        """
                UPDATE job SET state = 'PENDING', queued = 'PENDING', version = version + 1, started_at = NULL, ended_at = NULL,
                       begin_at = NULL, cancel_requested_at = NULL, cancel_requested_by = NULL, cancel_reason = NULL,
                       wait_reason = ?::jsonb
                 WHERE id = ? AND version = ? AND ended_at IS NOT NULL AND array_indices IS NULL""",
                        WaitReasonJson.encode(new WaitReason.JustSubmitted()),
                        job.id(),
                        job.version())
                > 0;
    }

    /**
     * A waiting job ends without a start.
     *
     * @return false when it is no longer waiting at this version
     */
    public boolean endWaiting(long id, int version, JobState end, Optional<WaitReason> why) throws SQLException {
        return move(end, """
                UPDATE job SET state = ?, queued = NULL, version = version + 1, ended_at = ?, wait_reason = ?::jsonb
                 WHERE id = ? AND version = ? AND queued IS NOT NULL AND array_indices IS NULL""", end, now, why.map(WaitReasonJson::encode), id, version) > 0;
    }

    /**
     * A waiting job is cancelled at once.
     *
     * @return false when it is no longer waiting at this version
     */
    public boolean cancelWaiting(Job job, String by, Optional<String> reason) throws SQLException {
        return move(JobState.CANCELLED, """
                UPDATE job SET state = 'CANCELLED', queued = NULL, version = version + 1, ended_at = ?, wait_reason = NULL,
                       cancel_requested_at = ?, cancel_requested_by = ?, cancel_reason = ?
                 WHERE id = ? AND version = ? AND queued IS NOT NULL AND array_indices IS NULL""", now, now, by, reason, job.id(), job.version()) > 0;
    }

    /**
     * Notes the request for the end of an active job.
     *
     * @return false when it moved on meanwhile
     */
    public boolean requestCancel(Job job, String by, Optional<String> reason) throws SQLException {
        return move(job.state(), """
                UPDATE job SET version = version + 1, cancel_requested_at = ?, cancel_requested_by = ?, cancel_reason = ?
                 WHERE id = ? AND version = ? AND ended_at IS NULL AND cancel_requested_at IS NULL""", now, by, reason, job.id(), job.version()) > 0;
    }

    /** Notes that an active job is to wait again when its attempt has ended. */
    public boolean requestRequeue(Job job, String by) throws SQLException {
        return move(job.state(), """
                UPDATE job SET version = version + 1, requeue_requested_by = ?
                 WHERE id = ? AND version = ? AND ended_at IS NULL AND cancel_requested_at IS NULL""", by, job.id(), job.version()) > 0;
    }

    /**
     * Holds what is not started of a job.
     *
     * @return false when it moved on meanwhile
     */
    public boolean hold(Job job, String by, boolean byOwner) throws SQLException {
        return queue(job, JobState.HELD, by, byOwner);
    }

    /**
     * Releases it.
     *
     * @return false when it moved on meanwhile
     */
    public boolean release(Job job) throws SQLException {
        return queue(job, JobState.PENDING, null, null);
    }

    private boolean queue(Job job, JobState to, @Nullable String by, @Nullable Boolean byOwner) throws SQLException {
        if (job.array().isEmpty()) {
            return move(to, """
                    UPDATE job SET state = ?, queued = ?, version = version + 1, held_by = ?, held_by_owner = ?
                     WHERE id = ? AND version = ? AND queued IS NOT NULL""", to, to, by, byOwner, job.id(), job.version()) > 0;
        }
        Optional<JobState> was = Sql.one(
                c, row -> JobState.valueOf(row.getString("was")), """
                UPDATE job SET queued = ?, version = version + 1, held_by = ?, held_by_owner = ?
                 WHERE id = ? AND version = ? AND queued IS NOT NULL
                RETURNING old.queued AS was""", to, by, byOwner, job.id(), job.version());
        int waiting = job.array().get().waiting().size();
        was.ifPresent(from -> moves.add(new Move(job.id(), from, to, waiting)));
        return was.isPresent();
    }

    /**
     * Indices of an array that ended without a start wait again, and nobody asks for its end any more.
     *
     * @return false when it moved on meanwhile
     */
    public boolean requeueUnstarted(Job array) throws SQLException {
        BitSet again = array.array().orElseThrow().indices().toBits();
        Map<JobState, Integer> without = withoutRows(array.id(), again);
        boolean held = array.hold().isPresent();
        boolean written = Sql.update(
                        c,
                        """
                UPDATE job SET array_waiting = ?, queued = CASE WHEN ? THEN NULL WHEN ? THEN 'HELD' ELSE 'PENDING' END,
                       version = version + 1, cancel_requested_at = NULL, cancel_requested_by = NULL, cancel_reason = NULL,
                       begin_at = NULL, wait_reason = ?::jsonb
                 WHERE id = ? AND version = ?""",
                        IndexSet.of(again).toString(),
                        again.isEmpty(),
                        held,
                        WaitReasonJson.encode(new WaitReason.JustSubmitted()),
                        array.id(),
                        array.version())
                > 0;
        without.forEach((state, tasks) -> {
            if (state.ended() && tasks > 0) {
                moves.add(new Move(array.id(), state, held ? JobState.HELD : JobState.PENDING, tasks));
            }
        });
        return written;
    }

    /**
     * How many tasks without a row are in which state.
     *
     * @param indices those with a row are cleared
     */
    private Map<JobState, Integer> withoutRows(long array, BitSet indices) throws SQLException {
        // Counted anew: they move without the array's version.
        Map<JobState, Integer> without = new EnumMap<>(JobState.class);
        without.putAll(ArrayTable.counts(c, List.of(array)).getOrDefault(array, Map.of()));
        Sql.list(
                c,
                row -> {
                    indices.clear(row.getInt("array_index"));
                    return without.merge(JobState.valueOf(row.getString("state")), -1, Integer::sum);
                },
                "SELECT array_index, state FROM job WHERE array_id = ?",
                array);
        return without;
    }

    /** A task of it runs again, so nobody asks for the end of the array any more. */
    public void unmarkCancelled(long array) throws SQLException {
        Sql.update(
                c,
                "UPDATE job SET cancel_requested_at = NULL, cancel_requested_by = NULL, cancel_reason = NULL WHERE id = ?",
                array);
    }

    /**
     * Indices of an array that wait never start.
     *
     * @param left those that still wait after this
     * @param end CANCELLED, DEPENDENCY_FAILED or DEADLINE
     * @return false when it moved on meanwhile
     */
    public boolean endUnstarted(Unstarted array, IndexSet left, JobState end, Optional<WaitReason> why)
            throws SQLException {
        Optional<String> queued = Sql.one(
                        c,
                        row -> Optional.ofNullable(row.getString("was")),
                        """
                UPDATE job SET array_waiting = ?, queued = CASE WHEN ? THEN NULL ELSE queued END, version = version + 1,
                       wait_reason = ?::jsonb
                 WHERE id = ? AND version = ? AND array_indices IS NOT NULL
                RETURNING old.queued AS was""",
                        left.toString(),
                        left.isEmpty(),
                        why.map(WaitReasonJson::encode),
                        array.id(),
                        array.version())
                .orElse(null);
        if (queued == null) {
            return false;
        }
        int ended = array.waiting().size() - left.size();
        if (queued.isPresent() && ended > 0) {
            moves.add(new Move(array.id(), JobState.valueOf(queued.get()), end, ended));
        }
        return true;
    }

    /** The part of an array that has no rows, as it was read. */
    public record Unstarted(long id, int version, IndexSet waiting) {}

    /** Notes who asked for the end of an array. */
    public void markCancelled(Job array, String by, Optional<String> reason) throws SQLException {
        Sql.update(
                c,
                "UPDATE job SET cancel_requested_at = ?, cancel_requested_by = ?, cancel_reason = ? WHERE id = ?",
                now,
                by,
                reason,
                array.id());
    }
}
