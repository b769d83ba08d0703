package org.gatehouse.api.jobs;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.gatehouse.api.scripts.RequestView;
import org.gatehouse.api.scripts.VerdictView;
import org.gatehouse.api.scripts.VerdictView.FindingView;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Action;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.Right;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.jspecify.annotations.Nullable;

/** A job as it is sent. */
public record JobView(
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
        @Nullable String cancelRequestedBy,
        @Nullable String cancelReason,
        RequestView request,
        List<AttemptView> attempts,
        List<String> actions,
        @Nullable TasksView array,
        @Nullable TaskView task,
        @Nullable String heldBy,
        List<FindingView> notices) {

    public record AttemptView(
            int number,
            UUID id,
            String state,
            @Nullable String stateSentence,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Integer exitCode,
            @Nullable Integer signal,
            @Nullable Double cpuSeconds,
            @Nullable Double maxRssMiB,
            List<AllocationView> allocations) {}

    public record AllocationView(
            String node, int cpus, long memoryMiB, @Nullable String gpuType, List<Integer> gpuIndices) {}

    // size: a line for each member
    static JobView of(Job job, Viewer viewer, Predicate<String> simulated) {
        Set<Right> rights = Right.of(viewer, job);
        Job.CancelRequest cancel = job.cancel().orElse(null);
        return new JobView(
                job.id(),
                job.name(),
                job.kind().name(),
                job.state().name(),
                job.sentence(),
                pendingReason(job),
                job.owner().username(),
                job.team().value(),
                job.place().pool(),
                simulated.test(job.place().pool()),
                job.place().partition(),
                job.owner().personId() == viewer.personId(),
                job.times().submitted(),
                job.times().started().orElse(null),
                job.times().ended().orElse(null),
                lastSeen(job),
                cancel == null ? null : cancel.at(),
                cancel == null ? null : cancel.by(),
                cancel == null ? null : cancel.reason().orElse(null),
                RequestView.of(job),
                job.attempts().stream().map(JobView::attempt).toList(),
                actions(job, viewer),
                TasksView.of(job),
                TaskView.of(job),
                job.hold().map(Job.Hold::by).orElse(null),
                rights.contains(Right.SCRIPT)
                        ? Jobs.notices(job).stream().map(VerdictView::finding).toList()
                        : List.of());
    }

    static @Nullable String pendingReason(Job job) {
        boolean waits = job.state() == JobState.PENDING
                || job.array().map(array -> !array.waiting().isEmpty()).orElse(false);
        return waits ? job.waitReason().map(WaitReason::sentence).orElse(null) : null;
    }

    /** Told only while the pool cannot be asked: the state is of then. */
    static @Nullable Instant lastSeen(Job job) {
        return job.latestAttempt()
                .filter(a -> a.endedAt().isEmpty() && a.seen().unseenSince().isPresent())
                .map(a -> a.seen().lastSeenAt().orElse(a.createdAt()))
                .orElse(null);
    }

    private static AttemptView attempt(Attempt attempt) {
        return new AttemptView(
                attempt.number(),
                attempt.id(),
                attempt.state().name(),
                attempt.detail().orElse(null),
                attempt.createdAt(),
                attempt.startedAt().orElse(null),
                attempt.endedAt().orElse(null),
                attempt.exitCode(),
                attempt.signal(),
                attempt.use().map(u -> u.cpuSeconds()).orElse(null),
                attempt.use().map(u -> u.maxRssKib() / 1024.0).orElse(null),
                attempt.held().stream()
                        .map(h -> new AllocationView(
                                h.node(), h.cpus(), h.memoryMiB(), h.gpuType().orElse(null), h.gpuIndices()))
                        .toList());
    }

    static List<String> actions(Job job, Viewer viewer) {
        return Action.of(viewer, job).stream()
                .map(action -> action.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * Of an array: how its tasks stand.
     *
     * @param waiting indices that have not started, as runs
     * @param counts tasks by state
     */
    public record TasksView(
            String indices, int tasks, @Nullable Integer atOnce, String waiting, Map<String, Integer> counts) {

        static @Nullable TasksView of(Job job) {
            return job.array().map(TasksView::of).orElse(null);
        }

        private static TasksView of(ArrayOf array) {
            Map<String, Integer> counts = new TreeMap<>();
            array.counts().forEach((state, count) -> counts.put(state.name(), count));
            return new TasksView(
                    array.indices().toString(),
                    array.indices().size(),
                    array.atOnce().isPresent() ? (Integer) array.atOnce().getAsInt() : null,
                    array.waiting().toString(),
                    counts);
        }
    }

    /** Of a task: its array and its index there. */
    public record TaskView(long array, int index) {

        static @Nullable TaskView of(Job job) {
            return job.task()
                    .map(task -> new TaskView(task.array(), task.index()))
                    .orElse(null);
        }
    }
}
