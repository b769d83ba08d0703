package org.gatehouse.scheduler.application;

import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gatehouse.node.spi.Ability;
import org.gatehouse.node.spi.Inventory;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.script.PoolFeature;
import org.gatehouse.script.PoolOffer;

/** What a pool offers to a person, as the script reader wants it. */
final class Offers {

    /** What the scheduler honours by itself, whatever the pool. */
    private static final Set<PoolFeature> OURS = EnumSet.of(
            PoolFeature.ARRAY,
            PoolFeature.BEGIN,
            PoolFeature.CONSTRAINT,
            PoolFeature.DEADLINE,
            PoolFeature.DEPENDENCY,
            PoolFeature.EXCLUSIVE,
            PoolFeature.HOLD,
            PoolFeature.NODELIST,
            PoolFeature.REQUEUE);

    private Offers() {}

    static PoolOffer of(NodeConnector connector, Viewer viewer, ZonedDateTime now, int mostArrayIndex) {
        PoolInfo pool = connector.pool();
        List<PoolOffer.Partition> partitions = pool.partitions().stream()
                .map(p -> new PoolOffer.Partition(p.name(), p.isDefault(), p.defaultTime(), p.maxTime()))
                .toList();
        Set<PoolOffer.NodeShape> shapes = new LinkedHashSet<>();
        List<Inventory.Node> nodes = connector.inventory().nodes();
        nodes.forEach(node -> shapes.add(shape(node)));
        return new PoolOffer(
                pool.name(),
                pool.simulated(),
                new PoolOffer.Hardware(
                        partitions,
                        List.copyOf(shapes),
                        nodes.stream().map(Offers::node).toList(),
                        defaultMemoryPerCpu(nodes)),
                viewer.member().stream().map(TeamPath::value).sorted().toList(),
                honoured(pool),
                now,
                mostArrayIndex);
    }

    /** What a pool honours beyond one node with its CPUs, memory and GPUs, a time limit and log files. */
    private static Set<PoolFeature> honoured(PoolInfo pool) {
        Set<PoolFeature> honoured = EnumSet.copyOf(OURS);
        for (Ability ability : pool.abilities()) {
            honoured.add(
                    switch (ability) {
                        case SEVERAL_NODES -> PoolFeature.NODES_MULTI;
                        case WARNING -> PoolFeature.SIGNAL;
                        case SRUN -> PoolFeature.SRUN;
                        case MEMORY_LIMIT -> PoolFeature.MEMORY_LIMIT;
                    });
        }
        return honoured;
    }

    private static PoolOffer.Node node(Inventory.Node node) {
        return new PoolOffer.Node(node.name(), Set.copyOf(node.partitions()), Set.copyOf(node.features()), shape(node));
    }

    private static PoolOffer.NodeShape shape(Inventory.Node node) {
        Map<String, Integer> gpus = new TreeMap<>();
        node.gpus().forEach(gpu -> gpus.merge(gpu.type(), 1, Integer::sum));
        return new PoolOffer.NodeShape(node.cpus(), node.memoryMiB(), new LinkedHashMap<>(gpus));
    }

    /** A job that asks for no memory gets its CPUs' part of the leanest node, so that defaults never keep CPUs idle. */
    private static long defaultMemoryPerCpu(List<Inventory.Node> nodes) {
        return nodes.stream()
                .mapToLong(node -> node.memoryMiB() / Math.max(1, node.cpus()))
                .min()
                .orElse(1024);
    }
}
