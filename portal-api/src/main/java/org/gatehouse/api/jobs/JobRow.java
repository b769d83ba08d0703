package org.gatehouse.api.jobs;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.gatehouse.api.jobs.JobView.TaskView;
import org.gatehouse.api.jobs.JobView.TasksView;
import org.gatehouse.api.scripts.RequestView;
import org.gatehouse.api.scripts.RequestView.GpuView;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.jspecify.annotations.Nullable;

/** A job in a list. */
public record JobRow(
        long id,
        String name,
        String kind,
        String state,
        String stateSentence,
        @Nullable String pendingReason,
        String owner,
        String team,
        String pool,
        boolean simulated,
        String partition,
        boolean mine,
        Instant submittedAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant lastSeenAt,
        @Nullable Instant cancelRequestedAt,
        long timeLimitSeconds,
        int cpus,
        @Nullable Long memoryMiB,
        List<GpuView> gpus,
        List<String> nodes,
        @Nullable TasksView array,
        @Nullable TaskView task,
        List<String> actions) {

    // size: a line for each member
    static JobRow of(Job job, Viewer viewer, Predicate<String> simulated) {
        return new JobRow(
                job.id(),
                job.name(),
                job.kind().name(),
                job.state().name(),
                job.sentence(),
                JobView.pendingReason(job),
                job.owner().username(),
                job.team().value(),
                job.place().pool(),
                simulated.test(job.place().pool()),
                job.place().partition(),
                job.owner().personId() == viewer.personId(),
                job.times().submitted(),
                job.times().started().orElse(null),
                job.times().ended().orElse(null),
                JobView.lastSeen(job),
                job.cancel().map(Job.CancelRequest::at).orElse(null),
                job.asked().timeLimit().toSeconds(),
                job.asked().cpus(),
                RequestView.memory(job.asked()),
                RequestView.gpus(job.asked()),
                job.latestAttempt()
                        .map(a -> a.held().stream().map(Attempt.Held::node).toList())
                        .orElse(List.of()),
                TasksView.of(job),
                TaskView.of(job),
                JobView.actions(job, viewer));
    }
}
