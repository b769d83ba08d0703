package org.gatehouse.api.jobs;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.persistence.JobList;
import org.jspecify.annotations.Nullable;

/** Tasks of an array. A task is a job with a number of its own as soon as it has started. */
@Dependent
@Path("jobs/{id}/tasks")
@Produces(MediaType.APPLICATION_JSON)
public class TasksResource {

    private static final int MOST_ROWS = 200;

    private final Viewer viewer;
    private final Jobs jobs;
    private final Pools pools;

    @Inject
    public TasksResource(Viewer viewer, Jobs jobs, Pools pools) {
        this.viewer = viewer;
        this.jobs = jobs;
        this.pools = pools;
    }

    @GET
    public JobPage list(
            @PathParam("id") String id,
            @QueryParam("state") @Nullable String state,
            @QueryParam("limit") @DefaultValue("50") String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        Job array = array(id);
        var query = new JobList.TaskQuery(
                JobParameters.states(state),
                Optional.ofNullable(cursor).filter(c -> !c.isBlank()).map(c -> JobParameters.index("cursor", c)),
                (int) JobParameters.number("limit", limit, MOST_ROWS));
        JobList.TaskPage page = jobs.tasks(array, query);
        Map<String, Integer> counts = new TreeMap<>();
        tasks(array).counts().forEach((word, count) -> counts.put(word.name(), count));
        return new JobPage(
                page.tasks().stream()
                        .map(task -> JobRow.of(task, viewer, this::simulated))
                        .toList(),
                page.next().map(String::valueOf).orElse(null),
                counts,
                page.seq());
    }

    @GET
    @Path("{index}")
    public JobView get(@PathParam("id") String id, @PathParam("index") String index) {
        Job array = array(id);
        int wanted = JobParameters.index("index", index);
        if (!tasks(array).indices().contains(wanted)) {
            throw new ProblemException(Kind.NOT_FOUND, "job " + array.id() + " has no task " + wanted);
        }
        long task = jobs.task(array.id(), wanted)
                .orElseThrow(() -> new ProblemException(
                        Kind.NOT_FOUND, "task " + wanted + " of job " + array.id() + " has not started"));
        return JobView.of(jobs.find(viewer, task).orElseThrow().job(), viewer, this::simulated);
    }

    private Job array(String id) {
        Job job = jobs.find(viewer, JobParameters.id(id))
                .orElseThrow(() -> ProblemException.noSuchJob(JobParameters.id(id)))
                .job();
        if (job.array().isEmpty()) {
            throw new ProblemException(Kind.NOT_FOUND, "job " + job.id() + " is no array");
        }
        return job;
    }

    private static ArrayOf tasks(Job array) {
        return array.array().orElseThrow();
    }

    private boolean simulated(String pool) {
        return pools.named(pool)
                .map(NodeConnector::pool)
                .map(PoolInfo::simulated)
                .orElse(false);
    }
}
