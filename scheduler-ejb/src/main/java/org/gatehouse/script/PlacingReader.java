package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gatehouse.script.Constraint.Alternative;
import org.gatehouse.script.Constraint.Need;
import org.gatehouse.script.JobRequest.Placing;
import org.gatehouse.script.PoolOffer.Node;
import org.jspecify.annotations.Nullable;

/** Finds which nodes a job may have. */
final class PlacingReader {
    private final Asked asked;
    private final @Nullable String partition;
    private final List<Node> inPartition;

    /** @param partition null when it is not known, which has been said: then all nodes count */
    PlacingReader(Asked asked, @Nullable String partition) {
        this.asked = asked;
        this.partition = partition;
        this.inPartition = asked.offer().hardware().nodes().stream()
                .filter(node -> partition == null || node.partitions().contains(partition))
                .toList();
    }

    Ground read(Topology topology) {
        var constraint =
                asked.granted(SbatchOption.CONSTRAINT, ConstraintValue::read).filter(this::checkFeatures);
        var exclude = new LinkedHashSet<>(nodes(SbatchOption.EXCLUDE));
        inPartition.stream()
                .filter(node -> node.shape().cpus() < topology.cores())
                .forEach(node -> exclude.add(node.name()));
        List<String> nodelist = shortened(nodes(SbatchOption.NODELIST));
        checkListed(nodelist, exclude);
        var placing = new Placing(constraint, nodelist, List.copyOf(exclude), exclusive());
        return ground(placing, Set.copyOf(nodelist));
    }

    private Ground ground(Placing placing, Set<String> nodelist) {
        var left = inPartition.stream()
                .filter(node -> !placing.exclude().contains(node.name()))
                .toList();
        if (placing.constraint().isEmpty()) {
            return new Ground(placing, List.of(left), nodelist.size(), partition);
        }
        var choices = new ArrayList<List<Node>>();
        int counts = Integer.MAX_VALUE;
        for (Alternative alternative : placing.constraint().get().alternatives()) {
            List<Node> passing = passing(alternative, left);
            if (names(passing).containsAll(nodelist)) {
                choices.add(passing);
                counts = Math.min(counts, counts(alternative));
            }
        }
        return new Ground(placing, choices, Math.max(nodelist.size(), choices.isEmpty() ? 1 : counts), partition);
    }

    /** The nodes that pass what is asked of all; none where a count cannot be met. */
    private static List<Node> passing(Alternative alternative, List<Node> nodes) {
        var passing = nodes.stream()
                .filter(node ->
                        alternative.needs().stream().allMatch(need -> need.nodes() > 0 || need.passes(node.features())))
                .toList();
        boolean met = alternative.needs().stream()
                .allMatch(need -> passing.stream()
                                .filter(node -> need.passes(node.features()))
                                .count()
                        >= need.nodes());
        return met ? passing : List.of();
    }

    private static int counts(Alternative alternative) {
        long sum = alternative.needs().stream().mapToLong(Need::nodes).sum();
        return (int) Math.min(sum, Digits.LARGEST);
    }

    /** Whether all features are known; those that are not are errors, and then the rest is read as if none were asked for. */
    private boolean checkFeatures(Constraint constraint) {
        int before = asked.findings().errors();
        var known = new TreeSet<String>();
        asked.offer().hardware().nodes().forEach(node -> known.addAll(node.features()));
        var where = asked.whereOf(List.of(SbatchOption.CONSTRAINT));
        for (String feature : ConstraintValue.features(constraint)) {
            if (!known.contains(feature)) {
                asked.findings()
                        .error(
                                "unknown-feature",
                                where,
                                "no node of the pool " + asked.offer().name() + " has the feature "
                                        + Words.shorten(feature) + "; features there are: "
                                        + Words.list(List.copyOf(known)),
                                asked.offer().gpuTypes().contains(feature)
                                        ? "remove --constraint; for GPUs write --gres=gpu:" + feature
                                        : didYouMean(feature, List.copyOf(known)));
            }
        }
        return asked.findings().errors() == before;
    }

    /** The nodes an option names; those the pool does not have are errors. */
    private List<String> nodes(SbatchOption option) {
        var known = names(asked.offer().hardware().nodes());
        var names = asked.granted(option, NodeListValue::read).orElse(List.of());
        for (String name : names) {
            if (!known.contains(name)) {
                asked.findings()
                        .error(
                                "unknown-node",
                                asked.whereOf(List.of(option)),
                                "the pool " + asked.offer().name() + " has no node " + Words.shorten(name),
                                didYouMean(name, List.copyOf(known)));
            }
        }
        return names.stream().filter(known::contains).toList();
    }

    /** A job has no more nodes than tasks: of a longer list sbatch takes the first ones, and so is done here. */
    private List<String> shortened(List<String> nodelist) {
        int tasks =
                asked.settings().value(SbatchOption.NTASKS, CountValue::read).orElse(Integer.MAX_VALUE);
        if (nodelist.size() <= tasks) {
            return nodelist;
        }
        asked.findings()
                .notice(
                        "nodelist-shortened",
                        asked.whereOf(List.of(SbatchOption.NODELIST)),
                        "a job of " + Words.count(tasks, "task") + " has at most as many nodes: the first of the list",
                        null);
        return nodelist.subList(0, tasks);
    }

    private void checkListed(List<String> nodelist, Set<String> exclude) {
        var there = names(inPartition);
        for (String name : nodelist) {
            String why = !there.contains(name)
                    ? "is not in the partition " + partition
                    : exclude.contains(name)
                            ? "is excluded by "
                                    + (asked.settings().has(SbatchOption.CORES_PER_SOCKET)
                                            ? "--exclude or --cores-per-socket"
                                            : "--exclude")
                            : null;
            if (why != null) {
                asked.findings()
                        .error(
                                "node-not-available",
                                asked.whereOf(List.of(SbatchOption.NODELIST)),
                                "the node " + name + " " + why,
                                "take it out of one of them");
            }
        }
    }

    private boolean exclusive() {
        Optional<Setting> setting = asked.granted(SbatchOption.EXCLUSIVE);
        setting.filter(found -> found.value() != null && !found.text().isEmpty())
                .ifPresent(found -> asked.notYet(
                        found.where(), found.shown() + " (nodes shared with some) is", "write --exclusive"));
        return setting.isPresent();
    }

    private static Set<String> names(List<Node> nodes) {
        var names = new LinkedHashSet<String>();
        nodes.forEach(node -> names.add(node.name()));
        return names;
    }

    private static @Nullable String didYouMean(String name, List<String> known) {
        return Nearest.of(name, known).map(near -> "did you mean " + near + "?").orElse(null);
    }
}
