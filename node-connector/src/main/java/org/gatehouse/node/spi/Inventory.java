package org.gatehouse.node.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a pool.
 *
 * @param seenAt when the pool said so
 * @param unreachable why it cannot be asked now, when it cannot
 */
public record Inventory(List<Node> nodes, Instant seenAt, Optional<String> unreachable) {

    public Inventory {
        nodes = List.copyOf(nodes);
    }

    /**
     * @param cpus CPUs that jobs may hold
     * @param memoryMiB memory that jobs may hold, in MiB
     * @param gpus its GPUs by index
     * @param partitions the partitions it belongs to
     * @param features words that jobs may ask for, such as {@code nvlink}
     * @param up whether jobs may start there
     */
    public record Node(
            String name,
            int cpus,
            long memoryMiB,
            List<Gpu> gpus,
            List<String> partitions,
            List<String> features,
            boolean up) {

        public Node {
            gpus = List.copyOf(gpus);
            partitions = List.copyOf(partitions);
            features = List.copyOf(features);
        }
    }

    /** @param type a short lower-case name such as {@code a100} */
    public record Gpu(int index, String type) {}
}
