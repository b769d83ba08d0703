package org.gatehouse.scheduler.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.script.JobRequest;

/**
 * All that a pass looks at.
 *
 * @param waiting in the order of their turn
 * @param arrayRoom how many more tasks of an array may become active, for arrays with a limit of their own
 * @param caps with the leases that live now
 */
public record Snapshot(List<PoolView> pools, List<Waiting> waiting, Map<Long, Integer> arrayRoom, CapBook caps) {

    public Snapshot {
        pools = List.copyOf(pools);
        waiting = List.copyOf(waiting);
        arrayRoom = Map.copyOf(arrayRoom);
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
            String name,
            int cpus,
            long memoryMiB,
            List<String> gpuTypes,
            List<String> partitions,
            Set<String> features,
            boolean up) {
        public NodeFacts {
            features = Set.copyOf(features);
            gpuTypes = List.copyOf(gpuTypes);
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * A job that may start, or so many tasks of an array that may.
     *
     * @param array of a task and of an array, the array's number
     */
    public record Waiting(long jobId, TeamPath team, String pool, Ask ask, int tasks, OptionalLong array) {}

    /** What and where: two jobs with the same ask fit at the same places. */
    public record Ask(String partition, List<Part> parts, JobRequest.Placing placing) {
        public Ask {
            parts = List.copyOf(parts);
        }

        int gpuCount() {
            return parts.stream()
                    .mapToInt(part -> part.nodes() * part.shape().gpuCount())
                    .sum();
        }
    }
}
