package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatehouse.script.JobRequest.Part;
import org.gatehouse.script.PoolOffer.Node;
import org.gatehouse.script.PoolOffer.NodeShape;

/**
 * The nodes a job must have. With each of them dealt a part, and each part a node, there is a way to do both at once (the
 * theorem of Mendelsohn and Dulmage), so either is looked at alone.
 */
final class Listed {
    /** Up to so many kinds of node every set of them is looked at, above it only each alone and all together. */
    private static final int MOST_KINDS = 8;

    private final Asked asked;
    private final List<Node> nodes;

    Listed(Asked asked, Ground ground) {
        this.asked = asked;
        var names = ground.placing().nodelist();
        var free = ground.choices().stream()
                .flatMap(List::stream)
                .filter(node -> names.contains(node.name()))
                .distinct()
                .toList();
        this.nodes = free.size() == names.size() ? free : List.of();
    }

    /** By Hall's theorem: any set of the nodes has as many parts that fit one of them. */
    boolean fits(List<Part> parts) {
        Map<NodeShape, Integer> counts = new LinkedHashMap<>();
        nodes.forEach(node -> counts.merge(node.shape(), 1, Integer::sum));
        var shapes = List.copyOf(counts.keySet());
        return setsOf(shapes).stream()
                .allMatch(set -> set.stream().mapToInt(counts::get).sum() <= takeable(set, parts));
    }

    private static List<List<NodeShape>> setsOf(List<NodeShape> shapes) {
        var sets = new ArrayList<List<NodeShape>>(shapes.stream().map(List::of).toList());
        if (shapes.size() > MOST_KINDS) {
            sets.add(shapes);
            return sets;
        }
        for (int bits = 1; bits < 1 << shapes.size(); bits++) {
            int chosen = bits;
            sets.add(shapes.stream()
                    .filter(shape -> (chosen >> shapes.indexOf(shape) & 1) == 1)
                    .toList());
        }
        return sets;
    }

    private static long takeable(List<NodeShape> set, List<Part> parts) {
        return parts.stream()
                .filter(part -> set.stream().anyMatch(shape -> Fit.fits(part, shape)))
                .mapToLong(Part::nodes)
                .sum();
    }

    /** Names the first node that takes no part, with what it lacks for the smallest. */
    void sayWhyNot(List<Part> parts) {
        Part smallest = parts.getLast();
        var small = nodes.stream()
                .filter(node -> parts.stream().noneMatch(part -> Fit.fits(part, node.shape())))
                .findFirst();
        asked.findings()
                .error(
                        "never-fits",
                        asked.whereOf(List.of(SbatchOption.NODELIST)),
                        small.map(node -> "the node " + node.name() + " of --nodelist has "
                                        + lacks(smallest, node.shape()))
                                .orElseGet(() ->
                                        "the nodes of --nodelist cannot take a part each of " + Words.parts(parts)),
                        "ask for less on each node, or take the node out of --nodelist");
    }

    private static String lacks(Part part, NodeShape node) {
        for (GpuCount gpu : part.gpus()) {
            int there = gpu.type() == null ? node.gpusInAll() : node.gpus().getOrDefault(gpu.type(), 0);
            if (there < gpu.count()) {
                return (there == 0 ? "no" : Integer.toString(there)) + (gpu.type() == null ? "" : " " + gpu.type())
                        + (there == 1 ? " GPU" : " GPUs") + "; the job needs " + gpu.words() + " on it";
            }
        }
        return part.cpus() > node.cpus()
                ? Words.count(node.cpus(), "CPU") + "; the job needs " + part.cpus() + " on it"
                : Words.mebibytes(node.memory()) + " of memory; the job needs " + Words.mebibytes(Fit.mebibytes(part))
                        + " on it";
    }
}
