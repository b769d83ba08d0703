package org.gatehouse.scheduler.access;

import java.util.Set;
import org.gatehouse.quota.TeamPath;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, with the rights known of them.
 *
 * @param member teams they work in; membership of a subteam gives nothing in its parent
 * @param admin teams they run; whoever runs a team runs its subteams
 * @param origin the address the call came from, for the audit
 */
public record Viewer(
        long personId,
        String username,
        Set<TeamPath> member,
        Set<TeamPath> admin,
        boolean operator,
        boolean auditor,
        @Nullable String origin) {

    public Viewer {
        member = Set.copyOf(member);
        admin = Set.copyOf(admin);
    }

    public boolean runs(TeamPath team) {
        return admin.stream().anyMatch(a -> a.contains(team));
    }
}
