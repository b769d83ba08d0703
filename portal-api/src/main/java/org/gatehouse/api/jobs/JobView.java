package org.gatehouse.api.jobs;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.gatehouse.api.scripts.VerdictView;
import org.gatehouse.api.scripts.VerdictView.FindingView;
import org.gatehouse.api.scripts.VerdictView.GpuView;
import org.gatehouse.api.scripts.VerdictView.RequestView;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.Right;
import org.gatehouse.scheduler.job.Asked;
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

    /** A job in a list. */
    public record Row(
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
            List<String> actions) {}

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
                request(job),
                job.attempts().stream().map(JobView::attempt).toList(),
                actions(job, rights),
                rights.contains(Right.SCRIPT)
                        ? Jobs.notices(job).stream().map(VerdictView::finding).toList()
                        : List.of());
    }

    static Row row(Job job, Viewer viewer, Predicate<String> simulated) {
        return new Row(
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
                job.cancel().map(Job.CancelRequest::at).orElse(null),
                job.asked().timeLimit().toSeconds(),
                job.asked().shape().cpus(),
                memory(job.asked()),
                gpus(job.asked()),
                job.latestAttempt()
                        .map(a -> a.held().stream().map(Attempt.Held::node).toList())
                        .orElse(List.of()),
                actions(job, Right.of(viewer, job)));
    }

    private static @Nullable String pendingReason(Job job) {
        return job.state() == JobState.PENDING
                ? job.waitReason().map(WaitReason::sentence).orElse(null)
                : null;
    }

    /** Told only while the pool cannot be asked: the state is of then. */
    private static @Nullable Instant lastSeen(Job job) {
        return job.latestAttempt()
                .filter(a -> a.endedAt().isEmpty() && a.seen().unseenSince().isPresent())
                .map(a -> a.seen().lastSeenAt().orElse(a.createdAt()))
                .orElse(null);
    }

    private static List<String> actions(Job job, Set<Right> rights) {
        Set<Right> now = rights.isEmpty() ? EnumSet.noneOf(Right.class) : EnumSet.copyOf(rights);
        now.remove(Right.ROW);
        if (job.state().ended() || job.cancel().isPresent()) {
            now.remove(Right.CANCEL);
        }
        return now.stream().map(r -> r.name().toLowerCase(Locale.ROOT)).toList();
    }

    private static @Nullable Long memory(Asked asked) {
        return asked.shape().memoryMiB().isPresent()
                ? (Long) asked.shape().memoryMiB().getAsLong()
                : null;
    }

    private static List<GpuView> gpus(Asked asked) {
        return asked.shape().gpus().stream()
                .map(g -> new GpuView(g.type().orElse(null), g.count()))
                .toList();
    }

    private static RequestView request(Job job) {
        Asked asked = job.asked();
        return new RequestView(
                job.name(),
                job.team().value(),
                job.place().partition(),
                asked.timeLimit().toSeconds(),
                asked.nodes(),
                asked.tasks(),
                asked.shape().cpus(),
                memory(asked),
                gpus(asked),
                asked.logs().stdout(),
                asked.logs().stderr().orElse(asked.logs().stdout()));
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
}
