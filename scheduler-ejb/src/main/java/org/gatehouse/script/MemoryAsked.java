package org.gatehouse.script;

import java.util.List;

/** Finds the memory of a job on its node. */
final class MemoryAsked {
    static final List<SbatchOption> OPTIONS =
            List.of(SbatchOption.MEM, SbatchOption.MEM_PER_CPU, SbatchOption.MEM_PER_GPU);

    private MemoryAsked() {}

    static Memory of(Asked asked, TaskLayout layout, long gpus) {
        Settings settings = asked.settings();
        var given = OPTIONS.stream().filter(settings::has).toList();
        if (given.size() > 1) {
            sayExclusive(asked, given);
        }
        var option = given.isEmpty() ? null : given.getFirst();
        if (option == null) {
            return byDefault(asked.offer(), layout);
        }
        long each = settings.value(option, MemoryValue::read).orElse(1L);
        if (option == SbatchOption.MEM_PER_GPU && gpus == 0) {
            asked.findings()
                    .error(
                            "memory-per-gpu-without-gpus",
                            asked.whereOf(List.of(option)),
                            "--mem-per-gpu is given, but no GPUs are asked for",
                            "write --mem, or ask for GPUs");
        }
        if (each == 0) {
            return new Memory.WholeNode();
        }
        long count = option == SbatchOption.MEM ? 1 : onOneNode(layout);
        return new Memory.Mebibytes(
                times(each, option == SbatchOption.MEM_PER_GPU ? Math.ceilDiv(gpus, layout.nodes()) : count));
    }

    private static void sayExclusive(Asked asked, List<SbatchOption> given) {
        asked.findings()
                .error(
                        "memory-options-exclusive",
                        asked.whereOf(List.of(given.getLast())),
                        Words.list(given.stream().map(SbatchOption::dashed).toList()) + " exclude each other",
                        "keep one of them");
    }

    /** What was not asked for never makes a job too large. */
    private static Memory byDefault(PoolOffer offer, TaskLayout layout) {
        long usual = times(offer.hardware().defaultMemoryPerCpu(), onOneNode(layout));
        long largest = offer.hardware().largestNodes().stream()
                .filter(node -> node.cpus() >= onOneNode(layout))
                .mapToLong(PoolOffer.NodeShape::memory)
                .min()
                .orElse(0);
        return new Memory.Mebibytes(Math.min(usual, largest));
    }

    private static long onOneNode(TaskLayout layout) {
        return Math.ceilDiv(layout.totalCpus(), layout.nodes());
    }

    private static long times(long each, long count) {
        long high = Math.multiplyHigh(each, count);
        return high == 0 && each * count >= 0 ? each * count : Long.MAX_VALUE;
    }
}
