package org.gatehouse.script;

import java.util.List;
import org.gatehouse.script.PoolOffer.NodeShape;

/**
 * Memory as asked for.
 *
 * @param of what the amount is for
 * @param each MiB for each of them; 0 for all of the node
 */
record MemoryAsked(Basis of, long each) {
    static final List<SbatchOption> OPTIONS =
            List.of(SbatchOption.MEM, SbatchOption.MEM_PER_CPU, SbatchOption.MEM_PER_GPU);

    /** What an amount of memory is for. */
    enum Basis {
        NODE,
        CPU,
        GPU,
        /** Nothing was asked for: the pool's amount for each CPU, never more than a node has that has the CPUs. */
        USUAL
    }

    static MemoryAsked of(Asked asked, boolean noGpus) {
        Settings settings = asked.settings();
        var given = OPTIONS.stream().filter(settings::has).toList();
        if (given.size() > 1) {
            asked.findings()
                    .error(
                            "memory-options-exclusive",
                            asked.whereOf(List.of(given.getLast())),
                            Words.list(given.stream().map(SbatchOption::dashed).toList()) + " exclude each other",
                            "keep one of them");
        }
        if (given.isEmpty()) {
            return new MemoryAsked(Basis.USUAL, asked.offer().hardware().defaultMemoryPerCpu());
        }
        var option = given.getFirst();
        if (option == SbatchOption.MEM_PER_GPU && noGpus) {
            asked.findings()
                    .error(
                            "memory-per-gpu-without-gpus",
                            asked.whereOf(List.of(option)),
                            "--mem-per-gpu is given, but no GPUs are asked for",
                            "write --mem, or ask for GPUs");
        }
        var basis =
                option == SbatchOption.MEM ? Basis.NODE : option == SbatchOption.MEM_PER_CPU ? Basis.CPU : Basis.GPU;
        return new MemoryAsked(basis, settings.value(option, MemoryValue::read).orElse(1L));
    }

    /** So much of a node in the words of the option that asks: of memory for each CPU or GPU, for each of the part's. */
    static String atMost(Asked asked, JobRequest.Part part, long mebibytes) {
        long gpus = part.gpus().stream().mapToLong(GpuCount::count).sum();
        if (asked.settings().has(SbatchOption.MEM_PER_CPU)) {
            return mebibytes / part.cpus() + "M for each of " + Words.count(part.cpus(), "CPU");
        }
        return asked.settings().has(SbatchOption.MEM_PER_GPU) && gpus > 0
                ? mebibytes / gpus + "M for each of " + Words.count(gpus, "GPU")
                : mebibytes + "M";
    }

    /** On a node that has so many CPUs and GPUs of the job. */
    Memory onNode(long cpus, long gpus, PoolOffer offer) {
        if (of == Basis.USUAL) {
            long largest = offer.hardware().largestNodes().stream()
                    .filter(node -> node.cpus() >= cpus)
                    .mapToLong(NodeShape::memory)
                    .min()
                    .orElse(0);
            return new Memory.Mebibytes(Math.min(times(each, cpus), largest));
        }
        if (each == 0) {
            return new Memory.WholeNode();
        }
        return new Memory.Mebibytes(times(each, of == Basis.NODE ? 1 : of == Basis.CPU ? cpus : gpus));
    }

    private static long times(long each, long count) {
        long high = Math.multiplyHigh(each, count);
        return high == 0 && each * count >= 0 ? each * count : Long.MAX_VALUE;
    }
}
