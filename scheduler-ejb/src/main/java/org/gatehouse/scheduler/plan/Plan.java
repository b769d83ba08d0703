package org.gatehouse.scheduler.plan;

import java.util.List;
import java.util.Map;
import org.gatehouse.scheduler.job.WaitReason;

/**
 * The result of a pass: what starts where, and for every other job the reason that binds.
 *
 * @param starts in the order of their decision
 * @param waits by job
 */
public record Plan(List<Start> starts, Map<Long, WaitReason> waits) {

    public Plan {
        starts = List.copyOf(starts);
        waits = Map.copyOf(waits);
    }

    /**
     * A job that starts, or one task of an array.
     *
     * @param placements one for each of its nodes
     */
    public record Start(long jobId, List<Placement> placements) {
        public Start {
            placements = List.copyOf(placements);
        }
    }

    /**
     * What it gets on one node.
     *
     * @param tasks how many of its tasks belong there
     * @param memoryMiB what is held, in MiB; the node's all when all was asked for
     * @param gpus type and index of each GPU, by index
     */
    public record Placement(String node, int tasks, int cpus, long memoryMiB, List<PlacedGpu> gpus) {
        public Placement {
            gpus = List.copyOf(gpus);
        }
    }

    public record PlacedGpu(int index, String type) {}
}
