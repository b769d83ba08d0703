package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Attempt.Held;
import org.gatehouse.scheduler.job.AttemptState;
import org.gatehouse.scheduler.job.JobState;

/** Attempts and what they hold. */
public final class AttemptTable {

    private AttemptTable() {}

    /** All attempts of these jobs, by job, in the order of their numbers. Two queries, whatever the number of jobs. */
    public static Map<Long, List<Attempt>> ofJobs(Connection c, Collection<Long> jobs) throws SQLException {
        return byJob(c, "SELECT * FROM attempt WHERE job_id = ANY (?) ORDER BY job_id, number", jobs);
    }

    /** The latest attempt of each of these jobs. */
    public static Map<Long, List<Attempt>> latestOfJobs(Connection c, Collection<Long> jobs) throws SQLException {
        return byJob(
                c,
                "SELECT DISTINCT ON (job_id) * FROM attempt WHERE job_id = ANY (?) ORDER BY job_id, number DESC",
                jobs);
    }

    private static Map<Long, List<Attempt>> byJob(Connection c, String sql, Collection<Long> jobs) throws SQLException {
        Map<UUID, List<Held>> held = new HashMap<>();
        Long[] ids = jobs.toArray(Long[]::new);
        Sql.list(
                c,
                row -> held.computeIfAbsent(row.getObject("attempt_id", UUID.class), _ -> new ArrayList<>())
                        .add(held(row)),
                """
                SELECT l.* FROM allocation l JOIN attempt a ON a.id = l.attempt_id
                 WHERE a.job_id = ANY (?) ORDER BY l.rank""",
                (Object) ids);
        Map<Long, List<Attempt>> found = new HashMap<>();
        Sql.list(
                c,
                row -> found.computeIfAbsent(row.getLong("job_id"), _ -> new ArrayList<>())
                        .add(attempt(row, held)),
                sql,
                (Object) ids);
        return found;
    }

    /** Attempts that are not over, of one pool, without what they hold. */
    public static List<Attempt> live(Connection c, String pool) throws SQLException {
        return Sql.list(
                c, row -> attempt(row, Map.of()), "SELECT * FROM attempt WHERE ended_at IS NULL AND pool = ?", pool);
    }

    /** One attempt when it is not over. */
    public static Optional<Attempt> liveOne(Connection c, UUID id) throws SQLException {
        return Sql.one(c, row -> attempt(row, Map.of()), "SELECT * FROM attempt WHERE ended_at IS NULL AND id = ?", id);
    }

    private static Held held(ResultSet row) throws SQLException {
        return new Held(
                row.getString("node"),
                row.getInt("tasks"),
                row.getInt("cpus"),
                row.getLong("memory_mib"),
                Optional.ofNullable(row.getString("gpu_type")),
                Sql.numbers(row, "gpu_indices"));
    }

    private static Attempt attempt(ResultSet row, Map<UUID, List<Held>> held) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        Double cpu = Sql.real(row, "cpu_seconds");
        return new Attempt(
                id,
                row.getLong("job_id"),
                row.getInt("number"),
                JobState.valueOf(row.getString("state")),
                row.getInt("version"),
                row.getString("pool"),
                Sql.time(row, "created_at"),
                Sql.maybeInstant(row, "confirmed_at"),
                Sql.maybeInstant(row, "started_at"),
                Sql.maybeInstant(row, "ended_at"),
                new Attempt.Seen(
                        Sql.maybeInstant(row, "last_seen_at"),
                        Sql.maybeInstant(row, "unseen_since"),
                        Sql.maybeInstant(row, "absent_since")),
                Sql.integer(row, "exit_code"),
                Sql.integer(row, "signal"),
                Optional.ofNullable(row.getString("detail")),
                cpu == null ? Optional.empty() : Optional.of(new AttemptState.Use(cpu, row.getLong("max_rss_kib"))),
                held.getOrDefault(id, List.of()));
    }

    /**
     * The pool has it and it runs.
     *
     * @return false when the attempt moved on meanwhile
     */
    public static boolean running(Connection c, Attempt attempt, Instant startedAt, Instant now) throws SQLException {
        return Sql.update(c, """
                        UPDATE attempt SET state = 'RUNNING', version = version + 1, started_at = ?,
                               confirmed_at = coalesce(confirmed_at, ?), last_seen_at = ?, unseen_since = NULL, absent_since = NULL
                         WHERE id = ? AND version = ? AND state = 'STARTING'""", startedAt, now, now, attempt.id(), attempt.version()) == 1;
    }

    /** The pool accepted it. */
    public static void confirmed(Connection c, UUID id, Instant now) throws SQLException {
        Sql.update(
                c,
                "UPDATE attempt SET confirmed_at = coalesce(confirmed_at, ?), last_seen_at = ? WHERE id = ? AND ended_at IS NULL",
                now,
                now,
                id);
    }

    /**
     * Its end, and what it held is free.
     *
     * @return false when it had ended or moved on: then nothing is changed
     */
    public static boolean ended(Connection c, Attempt attempt, AttemptState.Ended end, Instant now)
            throws SQLException {
        int hit = Sql.update(
                c,
                """
                UPDATE attempt SET state = ?, version = version + 1, started_at = coalesce(?, started_at), ended_at = ?,
                       exit_code = ?, signal = ?, detail = ?, cpu_seconds = ?, max_rss_kib = ?, unseen_since = NULL
                 WHERE id = ? AND version = ? AND ended_at IS NULL""",
                end.word(),
                end.startedAt(),
                end.at(),
                box(end.outcome().exitCode()),
                box(end.outcome().signal()),
                end.outcome().sentence(),
                end.use().map(AttemptState.Use::cpuSeconds),
                end.use().map(AttemptState.Use::maxRssKib),
                attempt.id(),
                attempt.version());
        if (hit == 0) {
            return false;
        }
        Sql.update(c, "UPDATE allocation SET released_at = ? WHERE attempt_id = ?", now, attempt.id());
        Sql.update(c, "DELETE FROM gpu_hold WHERE attempt_id = ?", attempt.id());
        Sql.update(c, "UPDATE lease SET released_at = ? WHERE attempt_id = ?", now, attempt.id());
        Sql.update(c, "UPDATE dispatch SET done_at = ? WHERE attempt_id = ? AND done_at IS NULL", now, attempt.id());
        return true;
    }

    private static Optional<Integer> box(java.util.OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }

    /** Its pool gave a good answer about it and nothing changed. */
    public static void seen(Connection c, Collection<UUID> ids, Instant now) throws SQLException {
        Sql.batch(
                c,
                "UPDATE attempt SET last_seen_at = ?, unseen_since = NULL, absent_since = NULL WHERE id = ? AND ended_at IS NULL",
                ids.stream().map(id -> Sql.row(now, id)).toList());
    }

    /** Its pool could not be asked; its state stays. */
    public static void unseen(Connection c, Collection<UUID> ids, Instant now) throws SQLException {
        Sql.batch(
                c,
                "UPDATE attempt SET unseen_since = coalesce(unseen_since, ?) WHERE id = ? AND ended_at IS NULL",
                ids.stream().map(id -> Sql.row(now, id)).toList());
    }

    /** Its pool answered that it does not know it. */
    public static void absent(Connection c, UUID id, Instant now) throws SQLException {
        Sql.update(c, """
                UPDATE attempt SET absent_since = coalesce(absent_since, ?), last_seen_at = ?, unseen_since = NULL
                 WHERE id = ? AND ended_at IS NULL""", now, now, id);
    }
}
