package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;

/** Teams, their caps and the leases that use them. */
public final class TeamTable {

    private TeamTable() {}

    /** Makes rows for teams that were not seen before, and for those above them. */
    public static void sighted(Connection c, Collection<TeamPath> teams, Instant now) throws SQLException {
        Sql.batch(
                c,
                "INSERT INTO team (path, first_seen) VALUES (?, ?) ON CONFLICT DO NOTHING",
                teams.stream()
                        .flatMap(team -> team.upwards().stream())
                        .distinct()
                        .sorted()
                        .map(team -> Sql.row(team.value(), now))
                        .toList());
    }

    public static List<TeamPath> all(Connection c) throws SQLException {
        return Sql.list(c, row -> new TeamPath(row.getString(1)), "SELECT path FROM team ORDER BY path");
    }

    /** The caps with every live lease in them. O(teams + live leases). */
    public static CapBook book(Connection c, GpuCap otherwise) throws SQLException {
        Map<TeamPath, GpuCap> caps = new HashMap<>();
        Sql.list(
                c,
                row -> caps.put(
                        new TeamPath(row.getString("path")), new GpuCap.AtMost(new GpuCount(row.getInt("gpu_cap")))),
                "SELECT path, gpu_cap FROM team WHERE gpu_cap IS NOT NULL");
        var book = new CapBook(caps, otherwise);
        Sql.list(
                c,
                row -> {
                    book.lease(new TeamPath(row.getString("team")), new GpuCount(row.getInt("gpus")));
                    return true;
                },
                "SELECT team, sum(gpus)::int AS gpus FROM lease WHERE released_at IS NULL GROUP BY team");
        return book;
    }

    /** Sets a team's cap; null takes the default. */
    public static void cap(Connection c, TeamPath team, @org.jspecify.annotations.Nullable Integer gpus)
            throws SQLException {
        Sql.update(c, "UPDATE team SET gpu_cap = ? WHERE path = ?", gpus, team.value());
    }
}
