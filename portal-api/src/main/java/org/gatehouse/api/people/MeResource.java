package org.gatehouse.api.people;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.gatehouse.api.Caller;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.jspecify.annotations.Nullable;

/** Who is signed in. */
@Path("me")
@Dependent
@Produces(MediaType.APPLICATION_JSON)
public class MeResource {

    private final Caller caller;

    @Inject
    public MeResource(Caller caller) {
        this.caller = caller;
    }

    public record Me(
            String username,
            String displayName,
            @Nullable String email,
            boolean service,
            boolean operator,
            boolean auditor,
            List<MyTeam> teams,
            Instant rightsAsOf,
            @Nullable String csrfToken,
            @Nullable Instant sessionEndsAt) {}

    public record MyTeam(String path, boolean member, boolean admin) {}

    @GET
    public Me me() {
        Viewer viewer = caller.viewer();
        var paths = new TreeSet<TeamPath>(viewer.member());
        paths.addAll(viewer.admin());
        Caller.Session session = caller.session();
        return new Me(
                viewer.username(),
                caller.displayName(),
                caller.email(),
                caller.service(),
                viewer.operator(),
                viewer.auditor(),
                paths.stream()
                        .map(p -> new MyTeam(p.value(), viewer.member().contains(p), viewer.runs(p)))
                        .toList(),
                caller.rightsAsOf(),
                session == null ? null : session.csrfToken(),
                session == null ? null : session.endsAt());
    }
}
