package org.gatehouse.script;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.gatehouse.script.JobRequest.Part;

/**
 * What each node of a job gets when it has so many nodes: tasks and GPUs spread evenly, larger shares first.
 *
 * @param cpusPerGpu CPUs for each GPU; 0 where the tasks say how many
 * @param leastCpus on each node
 */
record Spread(TasksAsked tasks, GpusAsked gpus, MemoryAsked memory, int cpusPerGpu, int leastCpus) {

    /** The number of tasks of a job on so many nodes. */
    int tasksOn(int nodes) {
        if (tasks.inAll().isPresent()) {
            return tasks.inAll().getAsInt();
        }
        long count = nodes;
        if (tasks.perNode().isPresent()) {
            count = (long) tasks.perNode().getAsInt() * nodes;
        } else if (tasks.perGpu().isPresent()) {
            count = tasks.perGpu().getAsInt() * gpus.total(nodes);
        } else if (gpus.perTask() > 0 && gpus.total(nodes) > 0) {
            count = gpus.total(nodes) / gpus.perTask();
        }
        return (int) Math.clamp(count, 1, Digits.LARGEST);
    }

    /** Parts of nodes that get the same, the fullest first. */
    List<Part> over(int nodes, PoolOffer offer) {
        int count = tasksOn(nodes);
        var parts = new ArrayList<Part>();
        Integer from = null;
        for (int to : bounds(nodes, count)) {
            if (from != null) {
                merge(parts, part(from, to, nodes, count, offer));
            }
            from = to;
        }
        return parts;
    }

    /** Indices of nodes where a share may change: the first, those behind a remainder, and the end. */
    private TreeSet<Integer> bounds(int nodes, int count) {
        var bounds = new TreeSet<>(List.of(0, nodes));
        bounds.add(count % nodes);
        bounds.add(nodes - 1);
        gpus.sources().forEach(source -> source.each().values().forEach(each -> bounds.add(each % nodes)));
        return bounds;
    }

    static void merge(List<Part> parts, Part part) {
        Part last = parts.isEmpty() ? null : parts.getLast();
        var same = last == null ? null : new Part(part.nodes(), last.tasks(), last.cpus(), last.memory(), last.gpus());
        if (last != null && part.equals(same)) {
            parts.removeLast();
            parts.add(new Part(last.nodes() + part.nodes(), part.tasks(), part.cpus(), part.memory(), part.gpus()));
        } else {
            parts.add(part);
        }
    }

    // size: a share is known by both its ends, of how many, and by what it is cut from
    private Part part(int from, int to, int nodes, int count, PoolOffer offer) {
        var held = gpus.onNode(from, nodes, tasks.onNode(from, nodes, count));
        long gpuCount = held.stream().mapToLong(GpuCount::count).sum();
        long own = tasks.perGpu().isPresent() && tasks.inAll().isEmpty()
                ? gpuCount * tasks.perGpu().getAsInt()
                : tasks.onNode(from, nodes, count);
        long onNode = Math.clamp(own, 1, Digits.LARGEST);
        int held32 = cpus(onNode, gpuCount);
        return new Part(to - from, (int) onNode, held32, memory.onNode(held32, gpuCount, offer), held);
    }

    /** Whether nodes may get different shares: their GPUs follow from each node or task. */
    boolean mayBeUneven() {
        return tasks.perGpu().isEmpty()
                && gpus.sources().stream()
                        .allMatch(source ->
                                source.basis() == gpus.sources().getFirst().basis()
                                        && source.basis() != GpusAsked.Basis.JOB);
    }

    /** Nodes with so many tasks each, of a job that may be uneven. */
    Part partOf(int nodes, int onNode, PoolOffer offer) {
        var held = gpus.onNode(0, 1, onNode);
        long gpuCount = held.stream().mapToLong(GpuCount::count).sum();
        return new Part(
                nodes, onNode, cpus(onNode, gpuCount), memory.onNode(cpus(onNode, gpuCount), gpuCount, offer), held);
    }

    private int cpus(long onNode, long gpuCount) {
        long cpus =
                cpusPerGpu > 0 && gpuCount > 0 ? Math.max(onNode, gpuCount * cpusPerGpu) : onNode * tasks.cpusPerTask();
        return (int) Math.min(Math.max(cpus, leastCpus), Digits.LARGEST);
    }

    /** CPUs of a task, for the environment. */
    int cpusPerTask(List<Part> parts) {
        var first = parts.getFirst();
        return cpusPerGpu > 0 ? Math.max(1, first.cpus() / first.tasks()) : tasks.cpusPerTask();
    }
}
