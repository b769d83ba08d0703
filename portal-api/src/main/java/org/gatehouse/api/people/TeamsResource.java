package org.gatehouse.api.people;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Teams;
import org.jspecify.annotations.Nullable;

/** The caller's teams. */
@Path("teams")
@Dependent
@Produces(MediaType.APPLICATION_JSON)
public class TeamsResource {

    private final Viewer viewer;
    private final Teams teams;

    @Inject
    public TeamsResource(Viewer viewer, Teams teams) {
        this.viewer = viewer;
        this.teams = teams;
    }

    public record TeamList(List<Team> items) {}

    public record Team(
            String path,
            boolean member,
            boolean admin,
            @Nullable Integer gpuCap,
            int gpusRunning) {}

    @GET
    public TeamList list() {
        return new TeamList(teams.of(viewer).stream().map(TeamsResource::team).toList());
    }

    private static Team team(Teams.TeamNow t) {
        return new Team(
                t.path().value(),
                t.member(),
                t.admin(),
                t.cap().isPresent() ? (Integer) t.cap().getAsInt() : null,
                t.used());
    }
}
