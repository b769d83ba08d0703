package org.gatehouse.scheduler.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.CapRefusal;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.plan.Plan.Placement;
import org.gatehouse.scheduler.plan.Plan.Start;
import org.gatehouse.scheduler.plan.Snapshot.PoolView;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;

/**
 * The first planner: in the order of the queue, each job on the node it fits most tightly, within its team's cap.
 *
 * <p>Nobody starves: a job that finds no room gets every node that could ever hold it promised, and later jobs do not
 * start there. A job held back by its team's cap promises nothing: its wait is its team's own matter. Later jobs on nodes
 * that no older job can use start at once.
 *
 * <p>Cost: O(waiting × nodes × GPUs a node).
 */
public final class Planner {

    private final CapBook caps;
    private final Map<String, PoolView> pools = new HashMap<>();
    private final Map<String, List<NodeRoom>> rooms = new HashMap<>();
    private final Map<String, Long> firstToWait = new HashMap<>();
    private final List<Start> starts = new ArrayList<>();
    private final Map<Long, WaitReason> waits = new LinkedHashMap<>();

    private Planner(Snapshot snapshot) {
        this.caps = snapshot.caps().copy();
        for (PoolView pool : snapshot.pools()) {
            pools.put(pool.name(), pool);
            rooms.put(pool.name(), pool.nodes().stream().map(NodeRoom::new).toList());
        }
    }

    /** The same snapshot gives the same plan. */
    public static Plan plan(Snapshot snapshot) {
        var planner = new Planner(snapshot);
        snapshot.waiting().forEach(planner::consider);
        return new Plan(planner.starts, planner.waits);
    }

    private void consider(Waiting job) {
        Optional<WaitReason> binding = obstacle(job);
        if (binding.isPresent()) {
            waits.put(job.jobId(), binding.get());
            return;
        }
        List<NodeRoom> candidates = candidates(job);
        Optional<Placement> best = candidates.stream()
                .filter(room -> !room.promised())
                .filter(room -> room.place(job.shape()).isPresent())
                .min(tightestFirst())
                .map(room -> take(room, job));
        if (best.isPresent()) {
            caps.lease(job.team(), new GpuCount(job.shape().gpuCount()));
            starts.add(new Start(job.jobId(), best.get()));
        } else {
            waits.put(job.jobId(), noRoom(job, candidates));
            candidates.forEach(NodeRoom::promise);
        }
    }

    /** What keeps the job from any node at all. */
    private Optional<WaitReason> obstacle(Waiting job) {
        PoolView pool = pools.get(job.pool());
        if (pool == null) {
            return Optional.of(new WaitReason.PoolAway(job.pool(), "it is no longer set up"));
        }
        if (pool.unreachable().isPresent()) {
            return Optional.of(
                    new WaitReason.PoolAway(job.pool(), pool.unreachable().get()));
        }
        Optional<CapRefusal> cap =
                caps.refusal(job.team(), new GpuCount(job.shape().gpuCount()));
        if (cap.isPresent()) {
            CapRefusal c = cap.get();
            return Optional.of(new WaitReason.TeamAtCap(
                    c.owner().value(),
                    c.cap().value(),
                    c.used().value(),
                    c.asked().value()));
        }
        if (candidates(job).isEmpty()) {
            List<String> down = pool.nodes().stream()
                    .filter(node -> !node.facts().up())
                    .map(node -> node.facts().name())
                    .toList();
            return Optional.of(new WaitReason.NoSuchNode(job.pool(), job.shape().toString(), down));
        }
        return Optional.empty();
    }

    private List<NodeRoom> candidates(Waiting job) {
        return rooms.getOrDefault(job.pool(), List.of()).stream()
                .filter(room -> room.couldHold(job.shape(), job.partition()))
                .toList();
    }

    /** Fewest GPUs left over, then fewest CPUs; nodes without GPUs before all for a job that asks for none. */
    private static Comparator<NodeRoom> tightestFirst() {
        return Comparator.comparingInt(NodeRoom::freeGpus)
                .thenComparingInt(NodeRoom::freeCpus)
                .thenComparing(room -> room.facts().name());
    }

    private static Placement take(NodeRoom room, Waiting job) {
        Placement placement = room.place(job.shape()).orElseThrow();
        room.take(placement);
        return placement;
    }

    private WaitReason noRoom(Waiting job, List<NodeRoom> candidates) {
        candidates.forEach(room -> firstToWait.putIfAbsent(key(job.pool(), room), job.jobId()));
        Optional<NodeRoom> kept = candidates.stream()
                .filter(NodeRoom::promised)
                .filter(room -> room.place(job.shape()).isPresent())
                .findFirst();
        if (kept.isPresent()) {
            return new WaitReason.Behind(firstToWait.getOrDefault(key(job.pool(), kept.get()), job.jobId()));
        }
        return new WaitReason.NothingFree(job.pool(), job.shape().toString());
    }

    private static String key(String pool, NodeRoom room) {
        return pool + "/" + room.facts().name();
    }
}
