package org.gatehouse.script;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the pool where the job would run has and honours, and who asks.
 *
 * @param simulated its nodes are declared, not real
 * @param now the time of the reading in the zone in which clock times of scripts are meant
 * @param mostArrayIndex no index of an array may be higher, at least 0
 * @param teams paths of the teams the person may charge, such as {@code vision/detection}
 */
public record PoolOffer(
        String name,
        boolean simulated,
        Hardware hardware,
        List<String> teams,
        Set<PoolFeature> features,
        ZonedDateTime now,
        int mostArrayIndex) {

    public PoolOffer {
        teams = List.copyOf(teams);
        features = Set.copyOf(features);
    }

    /**
     * What there is to run on.
     *
     * @param largestNodes one shape per kind of node; a job fits if it fits one of them when it is empty
     * @param nodes every node by name, with the partitions it is in and its features
     * @param defaultMemoryPerCpu MiB for each CPU of a job that asks for no memory
     */
    public record Hardware(
            List<Partition> partitions, List<NodeShape> largestNodes, List<Node> nodes, long defaultMemoryPerCpu) {
        public Hardware {
            nodes = List.copyOf(nodes);
            partitions = List.copyOf(partitions);
            largestNodes = List.copyOf(largestNodes);
        }
    }

    /** A partition; both times are finite, as every job has a finite limit. */
    public record Partition(String name, boolean isDefault, Duration defaultTime, Duration maxTime) {}

    /** A node by name. */
    public record Node(String name, Set<String> partitions, Set<String> features, NodeShape shape) {
        public Node {
            partitions = Set.copyOf(partitions);
            features = Set.copyOf(features);
        }
    }

    /**
     * A kind of node, empty.
     *
     * @param memory MiB
     * @param gpus count by type
     */
    public record NodeShape(int cpus, long memory, Map<String, Integer> gpus) {
        public NodeShape {
            gpus = Map.copyOf(gpus);
        }

        int gpusInAll() {
            return gpus.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** Names of the GPU types of all nodes, sorted. */
    List<String> gpuTypes() {
        var types = new TreeSet<String>();
        hardware.largestNodes().forEach(node -> types.addAll(node.gpus().keySet()));
        return List.copyOf(types);
    }

    boolean honours(PoolFeature feature) {
        return features.contains(feature);
    }
}
