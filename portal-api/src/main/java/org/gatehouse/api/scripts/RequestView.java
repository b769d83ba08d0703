package org.gatehouse.api.scripts;

import java.time.Instant;
import java.util.List;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.script.ArrayAsk;
import org.gatehouse.script.Constraint;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.GpuCount;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.Memory;
import org.gatehouse.script.WarningSignal;
import org.jspecify.annotations.Nullable;

/** What is asked; of a reading and of a job. */
public record RequestView(
        String name,
        String team,
        String partition,
        long timeLimitSeconds,
        int nodes,
        int tasks,
        int cpus,
        @Nullable Long memoryMiB,
        List<GpuView> gpus,
        String stdout,
        String stderr,
        @Nullable ArrayView array,
        WhenView when,
        WhereView where,
        @Nullable SignalView signal,
        boolean requeue) {

    public record GpuView(@Nullable String type, int count) {}

    /**
     * @param indices as runs, {@code 0-9,12}
     * @param tasks how many
     * @param atOnce null for no limit of its own
     */
    public record ArrayView(
            String indices, int tasks, @Nullable Integer atOnce) {}

    public record WhenView(
            boolean held,
            @Nullable Instant begin,
            @Nullable Instant deadline,
            @Nullable String dependency) {}

    public record WhereView(
            @Nullable String constraint, List<String> nodelist, List<String> exclude, boolean exclusive) {}

    public record SignalView(int number, boolean scriptOnly, long beforeSeconds) {}

    // size: one line a field
    static RequestView of(JobRequest request) {
        JobRequest.Resources resources = request.resources();
        return new RequestView(
                request.label().name(),
                request.label().team(),
                request.label().partition(),
                request.label().timeLimit().limit().toSeconds(),
                resources.nodes(),
                resources.tasks(),
                resources.totalCpus(),
                resources.memory() instanceof Memory.Mebibytes(long mib) ? (Long) mib : null,
                resources.gpus().stream()
                        .map(gpu -> new GpuView(gpu.type(), gpu.count()))
                        .toList(),
                request.streams().stdout().text(),
                request.streams().stderr().text(),
                request.array().map(RequestView::array).orElse(null),
                when(request.timing()),
                where(request.placing()),
                signal(request.ending()),
                request.ending().requeue());
    }

    // size: one line a field
    public static RequestView of(Job job) {
        Asked asked = job.asked();
        return new RequestView(
                job.name(),
                job.team().value(),
                job.place().partition(),
                asked.timeLimit().toSeconds(),
                asked.nodes(),
                asked.tasks(),
                asked.cpus(),
                memory(asked),
                gpus(asked),
                asked.logs().stdout(),
                asked.logs().stderr().orElse(asked.logs().stdout()),
                job.array().map(RequestView::array).orElse(null),
                when(job.timing()),
                where(asked.placing()),
                signal(asked.ending()),
                asked.ending().requeue());
    }

    /** On a node; null for all of it. */
    public static @Nullable Long memory(Asked asked) {
        var memory = asked.parts().getFirst().shape().memoryMiB();
        return memory.isPresent() ? (Long) memory.getAsLong() : null;
    }

    /** Of the whole job, one entry a type. */
    public static List<GpuView> gpus(Asked asked) {
        List<GpuCount> counts = new java.util.ArrayList<>();
        for (Part part : asked.parts()) {
            for (GpuAsk gpu : part.shape().gpus()) {
                counts.add(new GpuCount(gpu.type().orElse(null), part.nodes() * gpu.count()));
            }
        }
        return JobRequest.Resources.byType(counts).stream()
                .map(gpu -> new GpuView(gpu.type(), gpu.count()))
                .toList();
    }

    private static ArrayView array(ArrayAsk array) {
        return new ArrayView(
                array.indices().toString(),
                array.indices().size(),
                array.atOnce().isPresent() ? (Integer) array.atOnce().getAsInt() : null);
    }

    private static ArrayView array(ArrayOf array) {
        return array(new ArrayAsk(array.indices(), array.atOnce()));
    }

    private static WhenView when(JobRequest.Timing timing) {
        return new WhenView(
                timing.held(),
                timing.begin().orElse(null),
                timing.deadline().orElse(null),
                timing.dependency().map(Dependency::encode).orElse(null));
    }

    private static WhereView where(JobRequest.Placing placing) {
        return new WhereView(
                placing.constraint().map(Constraint::text).orElse(null),
                placing.nodelist(),
                placing.exclude(),
                placing.exclusive());
    }

    private static @Nullable SignalView signal(JobRequest.Ending ending) {
        return ending.warning().map(RequestView::signal).orElse(null);
    }

    private static SignalView signal(WarningSignal warning) {
        return new SignalView(
                warning.number(), warning.scriptOnly(), warning.before().toSeconds());
    }
}
