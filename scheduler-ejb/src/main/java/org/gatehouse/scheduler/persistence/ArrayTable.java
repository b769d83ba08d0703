package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.EventTable.JobChange;
import org.jspecify.annotations.Nullable;

/**
 * Arrays as a whole: how many of their tasks are in which state, and the one word that follows from it.
 *
 * <p>Locks: whoever changes tasks locks their arrays first ({@link #lock}), in the order of their numbers. So two transactions
 * never wait for each other.
 */
public final class ArrayTable {

    private ArrayTable() {}

    /** So many tasks of an array went from one state to another. */
    public record Move(long array, JobState from, JobState to, int tasks) {}

    static void begin(Connection c, long array, JobState state, int tasks) throws SQLException {
        Sql.update(c, "INSERT INTO array_count (array_id, state, tasks) VALUES (?, ?, ?)", array, state, tasks);
    }

    /** Locks the arrays of these attempts. */
    public static void lock(Connection c, Collection<UUID> attempts) throws SQLException {
        if (!attempts.isEmpty()) {
            Sql.list(c, row -> row.getLong(1), """
                    SELECT id FROM job
                     WHERE id IN (SELECT t.array_id FROM attempt a JOIN job t ON t.id = a.job_id WHERE a.id = ANY (?))
                     ORDER BY id FOR UPDATE""", (Object) attempts.toArray(UUID[]::new));
        }
    }

    /** Keeps others from changing an array and its tasks until the transaction ends; a plain job is locked likewise. */
    public static void lockOne(Connection c, long array) throws SQLException {
        Sql.list(c, row -> row.getLong(1), "SELECT id FROM job WHERE id = ? FOR UPDATE", array);
    }

    /** Tasks of an array that have not ended. */
    public static List<Long> liveTasks(Connection c, long array) throws SQLException {
        return Sql.list(
                c,
                row -> row.getLong("id"),
                "SELECT id FROM job WHERE array_id = ? AND ended_at IS NULL ORDER BY id",
                array);
    }

    /** Tasks of an array that have ended. */
    public static List<Long> endedTasks(Connection c, long array) throws SQLException {
        return Sql.list(
                c,
                row -> row.getLong("id"),
                "SELECT id FROM job WHERE array_id = ? AND ended_at IS NOT NULL ORDER BY id",
                array);
    }

    /** Tasks by state, of each of these arrays. */
    public static Map<Long, Map<JobState, Integer>> counts(Connection c, Collection<Long> arrays) throws SQLException {
        Map<Long, Map<JobState, Integer>> counts = new HashMap<>();
        if (!arrays.isEmpty()) {
            Sql.list(
                    c,
                    row -> counts.computeIfAbsent(row.getLong("array_id"), _ -> new EnumMap<>(JobState.class))
                            .put(JobState.valueOf(row.getString("state")), row.getInt("tasks")),
                    "SELECT array_id, state, tasks FROM array_count WHERE array_id = ANY (?) AND tasks > 0",
                    (Object) arrays.toArray(Long[]::new));
        }
        return counts;
    }

    /**
     * Counts what moved and gives each array its word. The arrays are locked by now.
     *
     * @return the arrays' changes, for their events
     */
    public static List<JobChange> moved(Connection c, List<Move> moves, Instant now) throws SQLException {
        Map<Long, Map<JobState, Integer>> deltas = new TreeMap<>();
        for (Move move : moves) {
            var of = deltas.computeIfAbsent(move.array(), _ -> new EnumMap<>(JobState.class));
            of.merge(move.from(), -move.tasks(), Integer::sum);
            of.merge(move.to(), move.tasks(), Integer::sum);
        }
        if (deltas.isEmpty()) {
            return List.of();
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        deltas.forEach((array, of) -> of.forEach((state, delta) -> {
            if (delta != 0) {
                rows.add(Sql.row(array, state, delta));
            }
        }));
        Sql.batch(c, """
                INSERT INTO array_count (array_id, state, tasks) VALUES (?, ?, ?)
                ON CONFLICT (array_id, state) DO UPDATE SET tasks = array_count.tasks + excluded.tasks""", rows);
        return words(c, deltas.keySet(), now);
    }

    private static List<JobChange> words(Connection c, Collection<Long> arrays, Instant now) throws SQLException {
        List<JobChange> changes = new ArrayList<>();
        Map<Long, Map<JobState, Integer>> counts = counts(c, arrays);
        for (long array : arrays) {
            JobState word = ArrayOf.word(counts.getOrDefault(array, Map.of()));
            changes.addAll(Sql.list(
                    c,
                    row -> new JobChange(array, word, row.getLong("person_id"), row.getString("team")),
                    """
                    UPDATE job SET state = ?,
                           ended_at = CASE WHEN ? THEN coalesce(ended_at, ?) END,
                           started_at = coalesce(started_at, CASE WHEN ? THEN ?::timestamptz END)
                     WHERE id = ? RETURNING person_id, team""",
                    word,
                    word.ended(),
                    now,
                    word.active() && word != JobState.STARTING,
                    now,
                    array));
        }
        return changes;
    }
}
