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

    public record Start(long jobId, Placement placement) {}

    /**
     * @param memoryMiB what is held, in MiB; the node's all when all was asked for
     * @param gpus type and index of each GPU, by index
     */
    public record Placement(String node, int cpus, long memoryMiB, List<PlacedGpu> gpus) {
        public Placement {
            gpus = List.copyOf(gpus);
        }
    }

    public record PlacedGpu(int index, String type) {}
}
