package org.gatehouse.api.jobs;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gatehouse.api.RequestBody;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.api.scripts.ScriptsResource;
import org.gatehouse.api.scripts.SubmissionBody;
import org.gatehouse.api.scripts.VerdictView;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.JobControl;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.Right;
import org.gatehouse.scheduler.application.Submissions;
import org.gatehouse.scheduler.persistence.JobList;
import org.jspecify.annotations.Nullable;

/** Jobs. */
@Path("jobs")
@Dependent
@Produces(MediaType.APPLICATION_JSON)
public class JobsResource {

    private static final int MOST_ROWS = 200;
    private static final int LONGEST_REASON = 500;

    private final Viewer viewer;
    private final Jobs jobs;
    private final JobControl control;
    private final Submissions submissions;
    private final Pools pools;

    @Inject
    public JobsResource(Viewer viewer, Jobs jobs, JobControl control, Submissions submissions, Pools pools) {
        this.viewer = viewer;
        this.jobs = jobs;
        this.control = control;
        this.submissions = submissions;
        this.pools = pools;
    }

    @GET
    public JobPage list(
            @QueryParam("scope") @DefaultValue("mine") String scope,
            @QueryParam("state") @Nullable String state,
            @QueryParam("team") @Nullable String team,
            @QueryParam("limit") @DefaultValue("50") String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        var query = new JobList.Query(
                JobParameters.scope(scope),
                JobParameters.states(state),
                Optional.ofNullable(team).filter(t -> !t.isBlank()).map(JobParameters::team),
                Optional.ofNullable(cursor)
                        .filter(c -> !c.isBlank())
                        .map(c -> JobParameters.number("cursor", c, Long.MAX_VALUE)),
                (int) JobParameters.number("limit", limit, MOST_ROWS));
        JobList.Page page = jobs.list(viewer, query);
        Map<String, Integer> counts = new TreeMap<>();
        page.counts().forEach((word, count) -> counts.put(word.name(), count));
        return new JobPage(
                page.jobs().stream()
                        .map(job -> JobRow.of(job, viewer, this::simulated))
                        .toList(),
                page.next().map(String::valueOf).orElse(null),
                counts,
                page.seq());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response submit(InputStream body) throws IOException {
        return switch (submissions.submit(viewer, SubmissionBody.read(body))) {
            case Submissions.Answer.Accepted(var job) ->
                Response.created(URI.create("/api/v1/jobs/" + job.id()))
                        .entity(JobView.of(job, viewer, this::simulated))
                        .build();
            case Submissions.Answer.Refused(var reading) -> {
                VerdictView verdict = VerdictView.of(reading);
                throw ProblemException.scriptRefused(verdict, firstError(verdict));
            }
            case Submissions.Answer.NoSuchPool(String name, var _) ->
                throw ScriptsResource.noSuchPool(name, submissions);
        };
    }

    private static String firstError(VerdictView verdict) {
        return verdict.findings().stream()
                .filter(f -> f.severity().equals("ERROR"))
                .findFirst()
                .map(f -> (f.line() == null ? "" : "line " + f.line() + ": ")
                        + f.message()
                        + (f.hint() == null ? "" : "; " + f.hint()))
                .orElse("see the verdict");
    }

    @GET
    @Path("{id}")
    public JobView get(@PathParam("id") String id) {
        return JobView.of(seen(id).job(), viewer, this::simulated);
    }

    @POST
    @Path("{id}/cancel")
    public Response cancel(@PathParam("id") String id, InputStream body) throws IOException {
        Optional<String> reason = RequestBody.read(body, Set.of("reason")).text("reason");
        if (reason.isPresent() && reason.get().length() > LONGEST_REASON) {
            throw new ProblemException(
                    Kind.BAD_REQUEST, "a reason has " + LONGEST_REASON + " characters at most", "reason");
        }
        return answer(id, control.cancel(viewer, JobParameters.id(id), reason.filter(r -> !r.isBlank())));
    }

    @POST
    @Path("{id}/hold")
    public Response hold(@PathParam("id") String id) {
        return answer(id, control.hold(viewer, JobParameters.id(id)));
    }

    @POST
    @Path("{id}/release")
    public Response release(@PathParam("id") String id) {
        return answer(id, control.release(viewer, JobParameters.id(id)));
    }

    @POST
    @Path("{id}/requeue")
    public Response requeue(@PathParam("id") String id) {
        return answer(id, control.requeue(viewer, JobParameters.id(id)));
    }

    private Response answer(String id, JobControl.Answer answer) {
        return switch (answer) {
            case JobControl.Answer.Done(var seen) ->
                Response.accepted(JobView.of(seen.job(), viewer, this::simulated))
                        .build();
            case JobControl.Answer.Missing _ -> throw ProblemException.noSuchJob(JobParameters.id(id));
            case JobControl.Answer.NotAllowed(String why) -> throw new ProblemException(Kind.FORBIDDEN, why);
            case JobControl.Answer.Impossible(String why) -> throw new ProblemException(Kind.CONFLICT, why);
        };
    }

    @GET
    @Path("{id}/script")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public Response script(@PathParam("id") String id) {
        Jobs.Seen seen = seen(id);
        need(seen, Right.SCRIPT, "script");
        byte[] original = jobs.program(viewer, seen.job()).orElseThrow().original();
        return Response.ok(original)
                .header("Content-Disposition", Download.attachment(seen.job().id() + ".sh"))
                .build();
    }

    @GET
    @Path("{id}/log")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public Response log(
            @PathParam("id") String id,
            @QueryParam("stream") @DefaultValue("stdout") String stream,
            @QueryParam("attempt") @Nullable String attempt)
            throws IOException {
        Jobs.Seen seen = seen(id);
        need(seen, Right.LOG, "log");
        jobs.logIsRead(viewer, seen.job());
        Optional<Integer> number =
                Optional.ofNullable(attempt).map(a -> (int) JobParameters.number("attempt", a, Integer.MAX_VALUE));
        return new Download(pools).log(seen.job(), Download.stream(stream), number);
    }

    private Jobs.Seen seen(String id) {
        return jobs.find(viewer, JobParameters.id(id))
                .orElseThrow(() -> ProblemException.noSuchJob(JobParameters.id(id)));
    }

    private static void need(Jobs.Seen seen, Right right, String what) {
        if (!seen.rights().contains(right)) {
            throw new ProblemException(
                    Kind.FORBIDDEN,
                    "the " + what + " of job " + seen.job().id()
                            + " is for its owner, its team's admins and operators");
        }
    }

    private boolean simulated(String pool) {
        return pools.named(pool)
                .map(NodeConnector::pool)
                .map(p -> p.simulated())
                .orElse(false);
    }
}
