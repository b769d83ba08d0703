package org.gatehouse.scheduler.plan;

import java.util.List;
import java.util.Optional;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.Shape;

/**
 * All that a pass looks at.
 *
 * @param waiting in the order of their turn
 * @param caps with the leases that live now
 */
public record Snapshot(List<PoolView> pools, List<Waiting> waiting, CapBook caps) {

    public Snapshot {
        pools = List.copyOf(pools);
        waiting = List.copyOf(waiting);
    }

    /** @param unreachable why the pool cannot be asked, when it cannot: nothing starts there then */
    public record PoolView(String name, List<NodeView> nodes, Optional<String> unreachable) {
        public PoolView {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node less what live allocations hold.
     *
     * @param heldGpus indices in use
     */
    public record NodeView(NodeFacts facts, int freeCpus, long freeMemoryMiB, List<Integer> heldGpus) {
        public NodeView {
            heldGpus = List.copyOf(heldGpus);
        }
    }

    /** @param gpuTypes the type of each GPU by its index */
    public record NodeFacts(
            String name, int cpus, long memoryMiB, List<String> gpuTypes, List<String> partitions, boolean up) {
        public NodeFacts {
            gpuTypes = List.copyOf(gpuTypes);
            partitions = List.copyOf(partitions);
        }
    }

    public record Waiting(long jobId, TeamPath team, String pool, String partition, Shape shape) {}
}
