package org.gatehouse.script;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.gatehouse.script.JobRequest.Part;
import org.gatehouse.script.PoolOffer.Node;
import org.gatehouse.script.PoolOffer.NodeShape;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job could ever run on the nodes it may have when all of them are empty, and what is in the way if not: more of
 * something than any node has, more together than any one node has, or too few such nodes.
 */
final class Fit {
    private static final List<SbatchOption> CPU_OPTIONS = List.of(
            SbatchOption.CPUS_PER_TASK,
            SbatchOption.NTASKS,
            SbatchOption.NTASKS_PER_NODE,
            SbatchOption.CPUS_PER_GPU,
            SbatchOption.MINCPUS);

    private static final List<SbatchOption> TASK_OPTIONS = List.of(
            SbatchOption.NTASKS, SbatchOption.NTASKS_PER_NODE, SbatchOption.CPUS_PER_TASK, SbatchOption.MINCPUS);

    /** Up to so many kinds of part every set of them is looked at, above it only each alone and all together. */
    private static final int MOST_KINDS = 8;

    private final Asked asked;
    private final Ground ground;
    private final Listed listed;
    private final List<Map<NodeShape, Integer>> choices;
    private final Set<NodeShape> shapes = new HashSet<>();

    Fit(Asked asked, Ground ground) {
        this.asked = asked;
        this.ground = ground;
        this.listed = new Listed(asked, ground);
        this.choices = ground.choices().stream().map(Fit::shapes).toList();
        choices.forEach(counts -> shapes.addAll(counts.keySet()));
    }

    private static Map<NodeShape, Integer> shapes(List<Node> nodes) {
        Map<NodeShape, Integer> counts = new HashMap<>();
        nodes.forEach(node -> counts.merge(node.shape(), 1, Integer::sum));
        return counts;
    }

    /** By Hall's theorem: nodes can be dealt out if each set of parts has as many nodes that fit one of them. */
    boolean fits(List<Part> parts) {
        return anyhow(parts) && listed.fits(parts);
    }

    private boolean anyhow(List<Part> parts) {
        return choices.stream().anyMatch(counts -> setsOf(parts).stream().allMatch(set -> enough(set, counts)));
    }

    private static List<List<Part>> setsOf(List<Part> parts) {
        if (parts.size() > MOST_KINDS) {
            var few = new java.util.ArrayList<List<Part>>(
                    parts.stream().map(List::of).toList());
            few.add(parts);
            return few;
        }
        var sets = new java.util.ArrayList<List<Part>>();
        for (int bits = 1; bits < 1 << parts.size(); bits++) {
            var set = new java.util.ArrayList<Part>();
            for (int at = 0; at < parts.size(); at++) {
                if ((bits >> at & 1) == 1) {
                    set.add(parts.get(at));
                }
            }
            sets.add(set);
        }
        return sets;
    }

    private static boolean enough(List<Part> set, Map<NodeShape, Integer> counts) {
        long there = counts.entrySet().stream()
                .filter(entry -> set.stream().anyMatch(part -> fits(part, entry.getKey())))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return there >= set.stream().mapToLong(Part::nodes).sum();
    }

    void sayWhyNot(List<Part> parts) {
        if (shapes.isEmpty()) {
            sayNoNodes();
            return;
        }
        if (anyhow(parts)) {
            listed.sayWhyNot(parts);
            return;
        }
        int before = asked.findings().errors();
        checkCpus(parts);
        checkMemory(parts);
        checkGpus(parts);
        if (asked.findings().errors() > before || !typesKnown(parts)) {
            return;
        }
        for (Part part : parts) {
            if (shapes.stream().noneMatch(shape -> fits(part, shape))) {
                sayNotTogether(part);
                return;
            }
        }
        sayTooFewNodes(parts);
    }

    private void sayNoNodes() {
        boolean any = !asked.offer().hardware().nodes().isEmpty();
        asked.findings()
                .error(
                        any ? "never-fits" : "no-nodes",
                        any
                                ? asked.whereOf(
                                        List.of(SbatchOption.CONSTRAINT, SbatchOption.EXCLUDE, SbatchOption.PARTITION))
                                : Finding.Where.WHOLE,
                        any
                                ? "no node of the partition is left that the job may have"
                                : "the pool " + asked.offer().name() + " has no nodes",
                        any ? "ask for other features, or exclude fewer nodes" : null);
    }

    /** Of a job on several nodes the whole is said: nobody wrote what is on each. */
    private void checkCpus(List<Part> parts) {
        long nodes = parts.stream().mapToLong(Part::nodes).sum();
        long wanted = parts.stream()
                .mapToLong(part -> (long) part.nodes() * part.cpus())
                .sum();
        long most = most(parts, Part::cpus);
        long together = ground.choices().stream()
                .mapToLong(choice -> cpus(choice, nodes))
                .max()
                .orElse(0);
        if (nodes > 1 && wanted > together) {
            sayTooMany(wanted, nodes, ": at most " + together);
        } else if (nodes > 1 && spread(parts) && most > largest(NodeShape::cpus)) {
            sayTooMany(wanted, nodes, ", as " + most + " of them would be on one node");
        } else {
            check(most, largest(NodeShape::cpus), CPU_OPTIONS, "CPUs");
        }
    }

    private static boolean spread(List<Part> parts) {
        return parts.stream().anyMatch(part -> part.tasks() > 1);
    }

    private static long cpus(List<Node> choice, long nodes) {
        return choice.stream()
                .map(node -> (long) node.shape().cpus())
                .sorted(Comparator.reverseOrder())
                .limit(nodes)
                .mapToLong(Long::longValue)
                .sum();
    }

    private void sayTooMany(long wanted, long nodes, String most) {
        String who = ground.partition() == null ? "the pool" : "the partition " + ground.partition();
        String on = asked.settings().has(SbatchOption.NODES) ? " on " + Words.count(nodes, "node") : "";
        asked.findings()
                .error(
                        "never-fits",
                        asked.whereOf(TASK_OPTIONS),
                        wanted + " CPUs are more than " + who + " can give one job" + on + most,
                        "ask for fewer tasks or fewer CPUs for each; the nodes: " + shapesInWords());
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

    private void checkMemory(List<Part> parts) {
        long wanted = most(parts, Fit::mebibytes);
        long largest = largest(NodeShape::memory);
        if (wanted > largest) {
            asked.findings()
                    .error(
                            "never-fits",
                            asked.whereOf(MemoryAsked.OPTIONS),
                            "no node can ever fit " + Words.mebibytes(wanted) + " of memory; the largest has "
                                    + Words.mebibytes(largest),
                            "ask for at most " + MemoryAsked.atMost(asked, parts.getFirst(), largest));
        }
    }

    private void checkGpus(List<Part> parts) {
        for (GpuCount gpu : parts.getFirst().gpus()) {
            String type = gpu.type();
            long there = type == null
                    ? largest(NodeShape::gpusInAll)
                    : largest(node -> node.gpus().getOrDefault(type, 0));
            if (there == 0 && (type == null || asked.offer().gpuTypes().contains(type))) {
                sayNoGpus(type);
            } else if (type == null) {
                check(gpu.count(), largest(NodeShape::gpusInAll), GpusReader.OPTIONS, "GPUs");
            } else if (asked.offer().gpuTypes().contains(type)) {
                check(
                        gpu.count(),
                        largest(node -> node.gpus().getOrDefault(type, 0)),
                        GpusReader.OPTIONS,
                        type + " GPUs");
            }
        }
    }

    private void sayNoGpus(@Nullable String type) {
        boolean anywhere = !asked.offer().gpuTypes().isEmpty();
        asked.findings()
                .error(
                        "never-fits",
                        asked.whereOf(GpusReader.OPTIONS),
                        anywhere
                                ? "none of the nodes that the job may have has "
                                        + (type == null ? "GPUs" : type + " GPUs")
                                : "the pool " + asked.offer().name() + " has no GPUs",
                        anywhere
                                ? "choose another partition, or change --exclude, --constraint or --nodelist"
                                : "ask for none, or choose another pool");
    }

    private boolean typesKnown(List<Part> parts) {
        return parts.stream()
                .flatMap(part -> part.gpus().stream())
                .allMatch(gpu -> gpu.type() == null || asked.offer().gpuTypes().contains(gpu.type()));
    }

    private void sayNotTogether(Part part) {
        asked.findings()
                .error(
                        "never-fits",
                        asked.whereOf(part.gpus().isEmpty() ? CPU_OPTIONS : GpusReader.OPTIONS),
                        "no node has " + Words.share(part) + " and the memory together",
                        "ask for less of one of them; the largest nodes: " + shapesInWords());
    }

    private void sayTooFewNodes(List<Part> parts) {
        long nodes = parts.stream().mapToLong(Part::nodes).sum();
        asked.findings()
                .error(
                        "never-fits",
                        asked.whereOf(List.of(SbatchOption.NODES, SbatchOption.NTASKS, SbatchOption.GPUS)),
                        "the job needs " + Words.count(nodes, "node") + " (" + Words.parts(parts)
                                + "); there are not so many that it may have and that are large enough ("
                                + Words.count(ground.size(), "node") + " in all)",
                        "ask for fewer nodes or less on each; the nodes: " + shapesInWords());
    }

    static boolean fits(Part part, NodeShape node) {
        boolean gpusFit = part.gpus().stream()
                .allMatch(gpu -> gpu.count()
                        <= (gpu.type() == null ? node.gpusInAll() : node.gpus().getOrDefault(gpu.type(), 0)));
        return gpusFit && mebibytes(part) <= node.memory() && part.cpus() <= node.cpus();
    }

    static long mebibytes(Part part) {
        return switch (part.memory()) {
            case Memory.Mebibytes(long count) -> count;
            case Memory.WholeNode whole -> 0;
        };
    }

    private static long most(List<Part> parts, ToLongFunction<Part> size) {
        return parts.stream().mapToLong(size).max().orElse(0);
    }

    private long largest(ToLongFunction<NodeShape> size) {
        return shapes.stream().mapToLong(size).max().orElse(0);
    }

    private String shapesInWords() {
        return String.join(
                "; ",
                shapes.stream()
                        .map(node -> Words.count(node.cpus(), "CPU") + ", " + Words.mebibytes(node.memory()) + ", "
                                + Words.count(node.gpusInAll(), "GPU"))
                        .sorted()
                        .toList());
    }
}
