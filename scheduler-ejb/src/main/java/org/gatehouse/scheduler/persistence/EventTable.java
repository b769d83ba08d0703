package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gatehouse.scheduler.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * What happened, numbered in the order of commits. An event is written without a number in the transaction it tells of;
 * afterwards one numberer at a time gives numbers. So a number is never seen before a lower one, which a sequence alone does
 * not give: a slower transaction may commit a lower number later.
 */
public final class EventTable {

    /** Sent when there are events without a number, and when numbers were given. */
    public static final String WRITTEN = "gatehouse_event_written";

    public static final String NUMBERED = "gatehouse_event_numbered";

    private static final long NUMBERER_LOCK = 0x676174656576L;

    private EventTable() {}

    /** An event as a reader needs it to judge whether to show it. */
    public record Event(
            long seq,
            String type,
            Instant at,
            @Nullable Long jobId,
            @Nullable String state,
            @Nullable Long personId,
            @Nullable String team) {}

    /** A job that changed. */
    public record JobChange(long jobId, JobState state, long personId, String team) {}

    public static void jobsChanged(Connection c, Instant at, List<JobChange> changes) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        Sql.batch(
                c,
                "INSERT INTO event (type, at, job_id, state, person_id, team) VALUES ('job', ?, ?, ?, ?, ?)",
                changes.stream()
                        .map(e -> Sql.row(at, e.jobId(), e.state(), e.personId(), e.team()))
                        .toList());
        notify(c, WRITTEN);
    }

    /** Gives numbers to what has none; O(events without a number). */
    public static int number(Connection c) throws SQLException {
        Sql.list(c, row -> true, "SELECT pg_advisory_xact_lock(?)", NUMBERER_LOCK);
        int count = Sql.update(c, """
                UPDATE event e SET seq = n.seq
                  FROM (SELECT id, (SELECT coalesce(max(seq), 0) FROM event) + row_number() OVER (ORDER BY id) AS seq
                          FROM event WHERE seq IS NULL) n
                 WHERE e.id = n.id""");
        if (count > 0) {
            notify(c, NUMBERED);
        }
        return count;
    }

    public static long last(Connection c) throws SQLException {
        return Sql.one(c, row -> row.getLong(1), "SELECT coalesce(max(seq), 0) FROM event")
                .orElse(0L);
    }

    /** The oldest number that is still kept; empty when there is none. */
    public static Optional<Long> first(Connection c) throws SQLException {
        return Sql.one(
                c, row -> row.getLong("seq"), "SELECT seq FROM event WHERE seq IS NOT NULL ORDER BY seq LIMIT 1");
    }

    public static List<Event> after(Connection c, long seq, int atMost) throws SQLException {
        return Sql.list(
                c,
                row -> new Event(
                        row.getLong("seq"),
                        row.getString("type"),
                        Sql.time(row, "at"),
                        Sql.number(row, "job_id"),
                        row.getString("state"),
                        Sql.number(row, "person_id"),
                        row.getString("team")),
                "SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
                seq,
                atMost);
    }

    static void notify(Connection c, String channel) throws SQLException {
        Sql.list(c, row -> true, "SELECT pg_notify(?, '')", channel);
    }
}
