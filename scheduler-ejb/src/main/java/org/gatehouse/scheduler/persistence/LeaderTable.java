package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The row whose holder plans. */
public final class LeaderTable {

    private LeaderTable() {}

    /**
     * Takes the lead when it is free, or when its holder has not been heard of for {@code patience}.
     *
     * @return the epoch of the new leader; empty when somebody else leads
     */
    public static Optional<Long> take(Connection c, String holder, Instant now, Duration patience) throws SQLException {
        return Sql.one(c, row -> row.getLong(1), """
                UPDATE leader SET holder = ?, epoch = epoch + 1, heartbeat_at = ?
                 WHERE id = 1 AND heartbeat_at < ? RETURNING epoch""", holder, now, now.minus(patience));
    }

    /**
     * The fence: every transaction in which the leader writes begins with it. It holds the row until the commit, so nobody
     * takes over in between.
     *
     * @return false when this epoch is over: nothing may be written then
     */
    public static boolean beat(Connection c, long epoch, Instant now) throws SQLException {
        return Sql.update(c, "UPDATE leader SET heartbeat_at = ? WHERE id = 1 AND epoch = ?", now, epoch) == 1;
    }

    /** Gives the lead away at an orderly end, so that the next one need not wait. */
    public static void leave(Connection c, long epoch) throws SQLException {
        Sql.update(
                c,
                "UPDATE leader SET heartbeat_at = ?, holder = '', epoch = epoch + 1 WHERE id = 1 AND epoch = ?",
                Instant.EPOCH,
                epoch);
    }
}
