package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who changed what. Rows are added and never changed. */
public final class AuditTable {

    private AuditTable() {}

    /**
     * @param actor the user name
     * @param action what was done, such as {@code job.submit}
     * @param origin where the call came from
     */
    public record Entry(
            Instant at,
            String actor,
            String action,
            @Nullable Long jobId,
            @Nullable String team,
            @Nullable String before,
            @Nullable String after,
            @Nullable String origin) {}

    public static void add(Connection c, Entry entry) throws SQLException {
        Sql.update(
                c,
                """
                INSERT INTO audit (at, actor, action, job_id, team, before, after, origin)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
                entry.at(),
                entry.actor(),
                entry.action(),
                entry.jobId(),
                entry.team(),
                entry.before(),
                entry.after(),
                entry.origin());
    }
}
