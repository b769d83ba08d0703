package org.gatehouse.scheduler.job;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What an attempt needs on a node.
 *
 * @param cpus CPUs, at least 1
 * @param memoryMiB memory in MiB; empty for all of the node's
 * @param gpus none, one or several kinds
 */
public record Shape(int cpus, OptionalLong memoryMiB, List<GpuAsk> gpus) {

    public Shape {
        gpus = List.copyOf(gpus);
    }

    public int gpuCount() {
        return gpus.stream().mapToInt(GpuAsk::count).sum();
    }

    /** {@code 2 a100 GPUs, 8 CPUs and 32 GiB}. */
    @Override
    public String toString() {
        String devices = gpus.stream().map(GpuAsk::toString).collect(Collectors.joining(" and "));
        String memory = memoryMiB.isPresent() ? memory(memoryMiB.getAsLong()) : "all memory of a node";
        return (devices.isEmpty() ? "" : devices + ", ") + Words.count(cpus, "CPU") + " and " + memory;
    }

    private static String memory(long mib) {
        return mib % 1024 == 0 ? mib / 1024 + " GiB" : mib + " MiB";
    }
}
