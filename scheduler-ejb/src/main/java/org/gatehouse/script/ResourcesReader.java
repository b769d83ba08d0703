package org.gatehouse.script;

import java.util.List;
import java.util.Optional;
import org.gatehouse.script.CountValue.NodeRange;
import org.gatehouse.script.GpusAsked.Source;
import org.gatehouse.script.JobRequest.Part;
import org.gatehouse.script.JobRequest.Resources;

/**
 * Finds over how many nodes a job spreads and what each of them gives: the fewest nodes within what is asked on which it
 * fits.
 */
final class ResourcesReader {
    private static final List<SbatchOption> NODES = List.of(SbatchOption.NODES);

    private final Asked asked;
    private final Ground ground;
    private final Spread spread;

    /** Options exclude each other, which has been said: that they then do not add up says nothing new. */
    private final boolean contradictory;

    ResourcesReader(Asked asked, Ground ground, Topology topology) {
        int before = asked.findings().errors();
        this.asked = asked;
        this.ground = ground;
        var tasks = TasksAsked.of(asked, topology);
        var gpus = new GpusReader(asked).read(tasks);
        this.spread = new Spread(tasks, gpus, MemoryAsked.of(asked, gpus.none()), cpusPerGpu(gpus), leastCpus());
        this.contradictory = asked.findings().errors() > before;
    }

    private int leastCpus() {
        return asked.settings().value(SbatchOption.MINCPUS, CountValue::read).orElse(1);
    }

    private int cpusPerGpu(GpusAsked gpus) {
        int count = asked.settings()
                .value(SbatchOption.CPUS_PER_GPU, CountValue::read)
                .orElse(0);
        var where = asked.whereOf(List.of(SbatchOption.CPUS_PER_GPU));
        if (count > 0 && asked.settings().has(SbatchOption.CPUS_PER_TASK)) {
            asked.findings()
                    .error(
                            "cpus-options-exclusive",
                            where,
                            "--cpus-per-gpu and --cpus-per-task exclude each other",
                            "keep one of them");
        } else if (count > 0 && gpus.none()) {
            asked.findings()
                    .error(
                            "cpus-per-gpu-without-gpus",
                            where,
                            "--cpus-per-gpu is given, but no GPUs are asked for",
                            "write --cpus-per-task, or ask for GPUs");
        }
        return count;
    }

    /** What is asked for; after an error, which has been said, the nearest to it. */
    Resources read() {
        Optional<NodeRange> written = asked.settings().value(SbatchOption.NODES, CountValue::readNodes);
        NodeRange range = onPool(range(written), written);
        var fit = new Fit(asked, ground);
        int most = (int) Math.clamp(range.most(), range.least(), Math.max(range.least(), ground.size()));
        int tried = (int) range.least();
        boolean agreed = false;
        for (int nodes = tried; nodes <= most; nodes++) {
            if (!agrees(nodes)) {
                continue;
            }
            var parts = spread.over(nodes, asked.offer());
            if (fit.fits(parts)) {
                sayChosen(nodes, written, parts);
                return new Resources(parts, spread.cpusPerTask(parts));
            }
            agreed = true;
            tried = nodes;
        }
        return lastResort(new NodeRange(range.least(), most), tried, agreed);
    }

    private Resources lastResort(NodeRange range, int tried, boolean agreed) {
        var fit = new Fit(asked, ground);
        var uneven = agreed
                ? new Uneven(spread, asked.offer(), ground).within(range).filter(fit::fits)
                : Optional.<List<Part>>empty();
        if (uneven.isPresent()) {
            sayUneven(uneven.get());
            return new Resources(uneven.get(), spread.cpusPerTask(uneven.get()));
        }
        var parts = spread.over(tried, asked.offer());
        if (agreed) {
            fit.sayWhyNot(parts);
        } else if (!contradictory) {
            sayDisagreement(tried);
        }
        return new Resources(parts, spread.cpusPerTask(parts));
    }

    private void sayUneven(List<Part> parts) {
        asked.findings()
                .notice(
                        "nodes-uneven",
                        asked.whereOf(List.of(SbatchOption.NTASKS)),
                        "its tasks do not fit evenly, so the largest nodes are filled first: " + Words.parts(parts),
                        null);
    }

    private boolean agrees(int nodes) {
        int tasks = spread.tasksOn(nodes);
        return spread.gpus().disagreeing(nodes, tasks).isEmpty()
                && spread.over(nodes, asked.offer()).stream()
                        .allMatch(part -> spread.gpus().enoughForTasks(part.gpus(), part.tasks()))
                && (spread.tasks().perGpu().isEmpty() || tasksMatchGpus(nodes, tasks));
    }

    private boolean tasksMatchGpus(int nodes, int tasks) {
        return tasks == spread.gpus().total(nodes) * spread.tasks().perGpu().orElse(1);
    }

    /** What the options say, before the pool has its say. */
    private NodeRange range(Optional<NodeRange> written) {
        int least = Math.max(1, Math.max(ground.leastNodes(), spread.tasks().leastNodes()));
        if (written.isEmpty()) {
            long most = Math.max(spread.tasks().inAll().orElse(1), spread.gpus().mostNodes());
            return spread.tasks().capped(new NodeRange(least, Math.max(least, most)));
        }
        NodeRange range = spread.tasks().capped(written.get());
        if (range.least() < written.get().least()) {
            asked.findings()
                    .notice(
                            "fewer-nodes",
                            asked.whereOf(NODES),
                            "a job of " + Words.count(range.most(), "task") + " gets at most "
                                    + Words.count(range.most(), "node"),
                            null);
        }
        if (least > range.most()) {
            sayTooFew(range, least);
            return range;
        }
        return new NodeRange(Math.max(range.least(), least), range.most());
    }

    private void sayTooFew(NodeRange range, int least) {
        boolean byTasks = spread.tasks().leastNodes() == least;
        asked.findings()
                .error(
                        byTasks ? "too-many-tasks" : "too-few-nodes",
                        byTasks ? asked.whereOf(List.of(SbatchOption.NTASKS_PER_NODE)) : asked.whereOf(NODES),
                        byTasks
                                ? "--ntasks with --ntasks-per-node needs " + least + " nodes, --nodes allows "
                                        + range.most()
                                : "--nodelist or --constraint needs " + least + " nodes, the job has at most "
                                        + range.most(),
                        byTasks ? "make --ntasks at most --nodes times --ntasks-per-node" : "write --nodes=" + least);
    }

    private NodeRange onPool(NodeRange range, Optional<NodeRange> written) {
        if (asked.offer().honours(PoolFeature.NODES_MULTI)) {
            return range;
        }
        if (range.least() > 1 && !asked.findings().has("too-few-nodes")) {
            boolean byTasks = written.isEmpty() && spread.tasks().leastNodes() > 1;
            asked.notYet(
                    asked.whereOf(byTasks ? List.of(SbatchOption.NTASKS_PER_NODE) : NODES),
                    (byTasks
                            ? "--ntasks with --ntasks-per-node needs " + range.least()
                                    + " nodes, and a job on several nodes is"
                            : "a job on " + range.least() + " nodes is"),
                    byTasks ? "make --ntasks-per-node at least --ntasks" : "write --nodes=1, or choose another pool");
        }
        return new NodeRange(1, 1);
    }

    /** Says how many nodes it gets where the options leave a choice. */
    private void sayChosen(int nodes, Optional<NodeRange> written, List<Part> parts) {
        boolean ranged =
                written.isPresent() && written.get().most() > written.get().least();
        if (ranged || (written.isEmpty() && nodes > 1)) {
            asked.findings()
                    .notice(
                            "nodes-chosen",
                            ranged ? asked.whereOf(NODES) : Finding.Where.WHOLE,
                            "it gets " + Words.count(nodes, "node") + ", the fewest on which it fits"
                                    + (ranged
                                            ? " within --nodes=" + written.get().least() + "-"
                                                    + written.get().most()
                                            : "")
                                    + (nodes > 1 ? ": " + Words.parts(parts) : ""),
                            null);
        }
    }

    private void sayDisagreement(int nodes) {
        int tasks = spread.tasksOn(nodes);
        Optional<Source> other = spread.gpus().disagreeing(nodes, tasks);
        if (other.isEmpty()) {
            asked.findings()
                    .error(
                            "gpu-totals-differ",
                            asked.whereOf(List.of(SbatchOption.NTASKS_PER_GPU, SbatchOption.GPUS_PER_TASK)),
                            "the GPUs of each node do not go with its tasks",
                            "make tasks and GPUs multiples of each other, on each node");
            return;
        }
        Source first = spread.gpus().sources().getFirst();
        Source second = other.get();
        asked.findings()
                .error(
                        "gpu-totals-differ",
                        second.setting(),
                        first.how(nodes, tasks) + " gives " + Words.gpuTotal(first.total(nodes, tasks)) + ", "
                                + second.how(nodes, tasks) + " gives " + Words.gpuTotal(second.total(nodes, tasks)),
                        "make them agree, or keep one of them");
    }
}
