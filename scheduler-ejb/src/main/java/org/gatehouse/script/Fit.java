package org.gatehouse.script;

import java.util.List;
import java.util.function.ToLongFunction;
import org.gatehouse.script.PoolOffer.NodeShape;

/** Says what can never run here: more of something than any node has, or together more than any one node has. */
final class Fit {
    private static final List<SbatchOption> CPU_OPTIONS =
            List.of(SbatchOption.CPUS_PER_TASK, SbatchOption.NTASKS, SbatchOption.NTASKS_PER_NODE);

    private final Asked asked;
    private final TaskLayout layout;
    private final Memory memory;
    private final List<GpuCount> gpus;

    Fit(Asked asked, TaskLayout layout, Memory memory, List<GpuCount> gpus) {
        this.asked = asked;
        this.layout = layout;
        this.memory = memory;
        this.gpus = gpus;
    }

    void check() {
        var nodes = asked.offer().hardware().largestNodes();
        if (nodes.isEmpty()) {
            asked.findings()
                    .error(
                            "no-nodes",
                            Finding.Where.WHOLE,
                            "the pool " + asked.offer().name() + " has no nodes",
                            null);
            return;
        }
        int before = asked.findings().errors();
        check(cpus(), largest(NodeShape::cpus), CPU_OPTIONS, "CPUs");
        checkMemory();
        gpus.forEach(this::checkGpus);
        if (asked.findings().errors() == before
                && typesKnown()
                && nodes.stream().noneMatch(this::fits)) {
            asked.findings()
                    .error(
                            "never-fits",
                            asked.whereOf(gpus.isEmpty() ? CPU_OPTIONS : GpuTally.OPTIONS),
                            "no node has " + Words.count(cpus(), "CPU") + ", " + Words.gpus(gpus)
                                    + " and the memory together",
                            "ask for less of one of them; the largest nodes: " + shapes(nodes));
        }
    }

    private void check(long wanted, long largest, List<SbatchOption> options, String what) {
        if (wanted > largest) {
            asked.findings()
                    .error(
                            "never-fits",
                            asked.whereOf(options),
                            "no node can ever fit " + wanted + " " + what + "; the largest has " + largest,
                            "ask for at most " + largest);
        }
    }

    private void checkMemory() {
        long largest = largest(NodeShape::memory);
        if (memory instanceof Memory.Mebibytes(long wanted) && wanted > largest) {
            asked.findings()
                    .error(
                            "never-fits",
                            asked.whereOf(MemoryAsked.OPTIONS),
                            "no node can ever fit " + Words.mebibytes(wanted) + " of memory; the largest has "
                                    + Words.mebibytes(largest),
                            "ask for at most " + largest + "M");
        }
    }

    private void checkGpus(GpuCount gpu) {
        String type = gpu.type();
        if (type == null) {
            check(perNode(gpu), largest(NodeShape::gpusInAll), GpuTally.OPTIONS, "GPUs");
        } else if (asked.offer().gpuTypes().contains(type)) {
            check(perNode(gpu), largest(node -> node.gpus().getOrDefault(type, 0)), GpuTally.OPTIONS, type + " GPUs");
        }
    }

    private boolean typesKnown() {
        return gpus.stream()
                .allMatch(gpu -> gpu.type() == null || asked.offer().gpuTypes().contains(gpu.type()));
    }

    private boolean fits(NodeShape node) {
        boolean gpusFit = gpus.stream()
                .allMatch(gpu -> perNode(gpu)
                        <= (gpu.type() == null ? node.gpusInAll() : node.gpus().getOrDefault(gpu.type(), 0)));
        boolean memoryFits = !(memory instanceof Memory.Mebibytes(long wanted)) || wanted <= node.memory();
        return gpusFit && memoryFits && cpus() <= node.cpus();
    }

    private long cpus() {
        return Math.ceilDiv(layout.totalCpus(), layout.nodes());
    }

    private long perNode(GpuCount gpu) {
        return Math.ceilDiv(gpu.count(), layout.nodes());
    }

    private long largest(ToLongFunction<NodeShape> size) {
        return asked.offer().hardware().largestNodes().stream()
                .mapToLong(size)
                .max()
                .orElse(0);
    }

    private static String shapes(List<NodeShape> nodes) {
        return String.join(
                "; ",
                nodes.stream()
                        .map(node -> Words.count(node.cpus(), "CPU") + ", " + Words.mebibytes(node.memory()) + ", "
                                + Words.count(node.gpusInAll(), "GPU"))
                        .toList());
    }
}
