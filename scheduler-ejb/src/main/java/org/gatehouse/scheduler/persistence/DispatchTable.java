package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What is still to be told to pools. */
public final class DispatchTable {

    /** Sent in the transaction that gives the scheduler or the dispatcher something to do. */
    public static final String WORK = "gatehouse_work";

    private DispatchTable() {}

    /** What a pool is asked to do. */
    public enum Kind {
        START,
        STOP
    }

    public record Intent(UUID attempt, Kind kind, long jobId, long personId, String pool, int tries) {}

    /**
     * Intents whose time has come, oldest first. A stop waits for the answer to the start: before that nobody knows whether
     * there is something to stop.
     */
    public static List<Intent> due(Connection c, Instant now, int atMost) throws SQLException {
        return Sql.list(
                c,
                row -> new Intent(
                        row.getObject("attempt_id", UUID.class),
                        Kind.valueOf(row.getString("intent")),
                        row.getLong("job_id"),
                        row.getLong("person_id"),
                        row.getString("pool"),
                        row.getInt("tries")),
                """
                SELECT d.attempt_id, d.intent, a.job_id, j.person_id, a.pool, d.tries
                  FROM dispatch d JOIN attempt a ON a.id = d.attempt_id JOIN job j ON j.id = a.job_id
                 WHERE d.done_at IS NULL AND d.next_try_at <= ?
                   AND (d.intent = 'START' OR a.confirmed_at IS NOT NULL)
                 ORDER BY d.created_at LIMIT ?""",
                now,
                atMost);
    }

    public static void stop(Connection c, UUID attempt, Instant now) throws SQLException {
        Sql.update(c, """
                INSERT INTO dispatch (attempt_id, intent, created_at, next_try_at) VALUES (?, 'STOP', ?, ?)
                ON CONFLICT DO NOTHING""", attempt, now, now);
        wake(c);
    }

    public static void done(Connection c, UUID attempt, Kind kind, Instant now) throws SQLException {
        Sql.update(
                c,
                "UPDATE dispatch SET done_at = ?, tries = tries + 1 WHERE attempt_id = ? AND intent = ? AND done_at IS NULL",
                now,
                attempt,
                kind);
    }

    public static void again(Connection c, Intent intent, String error, Instant now, Duration wait)
            throws SQLException {
        Sql.update(c, """
                UPDATE dispatch SET next_try_at = ?, tries = tries + 1, last_error = ?
                 WHERE attempt_id = ? AND intent = ? AND done_at IS NULL""", now.plus(wait), error, intent.attempt(), intent.kind());
    }

    /** Wakes the scheduler of whichever portal leads, at the commit. */
    public static void wake(Connection c) throws SQLException {
        EventTable.notify(c, WORK);
    }
}
