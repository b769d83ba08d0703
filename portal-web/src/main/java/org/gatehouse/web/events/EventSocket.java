package org.gatehouse.web.events;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.time.Duration;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.persistence.EventTable.Event;
import org.gatehouse.web.line.Line;
import org.gatehouse.web.line.SocketTask;

/** Sends the events that the viewer may see, in the order of their numbers, from a number on. */
public final class EventSocket implements SocketTask {

    private static final Duration QUIET = Duration.ofSeconds(20);

    private static final Duration CATCH_UP = Duration.ofSeconds(4);

    private final EventHub hub;
    private final Viewer viewer;
    private final long since;

    /** @param since the last number that the client has; below 0 for "from now on" */
    public EventSocket(EventHub hub, Viewer viewer, long since) {
        this.hub = hub;
        this.viewer = viewer;
        this.since = since;
    }

    @Override
    public void run(Line line) throws IOException, InterruptedException {
        long at = since < 0 ? hub.last() : since;
        hub.await(at - 1, CATCH_UP); // a number just read from the database may be ahead of the hub
        line.send(Json.createObjectBuilder().add("type", "hello").add("seq", hub.last()));
        if (at > hub.last() || !hub.keeps(at)) {
            at = hub.last();
            line.send(Json.createObjectBuilder().add("type", "reset").add("seq", at));
        }
        while (line.isOpen()) {
            var events = hub.after(at);
            for (Event event : events) {
                at = event.seq();
                if (visible(event)) {
                    line.send(json(event));
                }
            }
            if (events.isEmpty()) {
                hub.await(at, QUIET);
                if (hub.last() <= at) {
                    line.ping();
                }
            }
        }
    }

    private boolean visible(Event event) {
        Long person = event.personId();
        String team = event.team();
        if (viewer.operator() || viewer.auditor() || (person != null && person == viewer.personId())) {
            return true;
        }
        if (team == null) {
            return person == null;
        }
        TeamPath path = new TeamPath(team);
        return viewer.member().contains(path) || viewer.runs(path);
    }

    private JsonObjectBuilder json(Event event) {
        JsonObjectBuilder json = Json.createObjectBuilder()
                .add("seq", event.seq())
                .add("type", event.type())
                .add("at", event.at().toString());
        Long job = event.jobId();
        if (job != null) {
            json.add("jobId", job);
        }
        String state = event.state();
        if (state != null) {
            json.add("state", state);
        }
        Long person = event.personId();
        if (person != null) {
            json.add("mine", person == viewer.personId());
        }
        String team = event.team();
        if (team != null) {
            json.add("team", team);
        }
        return json;
    }
}
