package org.gatehouse.scheduler.application;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.persistence.TeamTable;

/** Teams with their cap and what is used of it. */
public final class Teams {

    private final Database database;
    private final GpuCap defaultCap;
    private final Clock clock;

    public Teams(Database database, GpuCap defaultCap, Clock clock) {
        this.database = database;
        this.defaultCap = defaultCap;
        this.clock = clock;
    }

    /** @param cap GPUs that may run at once; empty for no cap */
    public record TeamNow(TeamPath path, boolean member, boolean admin, OptionalInt cap, int used) {}

    /** Teams were named by Keycloak; they have a row from now on. */
    public void sighted(Collection<TeamPath> teams) {
        database.transact(c -> TeamTable.sighted(c, teams, clock.instant()));
    }

    /** The viewer's teams; all for operators and auditors. */
    public List<TeamNow> of(Viewer viewer) {
        return database.inTransaction(c -> {
            var paths = new TreeSet<>(viewer.member());
            List<TeamPath> all = TeamTable.all(c);
            all.stream()
                    .filter(team -> viewer.operator() || viewer.auditor() || viewer.runs(team))
                    .forEach(paths::add);
            CapBook book = TeamTable.book(c, defaultCap);
            List<TeamNow> found = new ArrayList<>();
            for (TeamPath path : paths) {
                OptionalInt cap = switch (book.capOf(path)) {
                    case GpuCap.AtMost(var most) -> OptionalInt.of(most.value());
                    case GpuCap.Unlimited _ -> OptionalInt.empty();
                };
                found.add(new TeamNow(
                        path,
                        viewer.member().contains(path),
                        viewer.runs(path),
                        cap,
                        book.usedBy(path).value()));
            }
            return found;
        });
    }
}
