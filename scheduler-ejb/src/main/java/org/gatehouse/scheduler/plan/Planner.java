package org.gatehouse.scheduler.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.CapRefusal;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.plan.Plan.Placement;
import org.gatehouse.scheduler.plan.Plan.Start;
import org.gatehouse.scheduler.plan.Snapshot.Ask;
import org.gatehouse.scheduler.plan.Snapshot.PoolView;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;
import org.gatehouse.script.JobRequest;

/**
 * The first planner: in the order of the queue, each job on the nodes it fits most tightly, within its team's cap.
 *
 * <p>Nobody starves: a job that finds no room gets every node that could ever hold a part of it promised, and later jobs do
 * not start there. A job held back by its team's cap or its array's own limit promises nothing: its wait is its owners'
 * matter. Later jobs on nodes that no older job can use start at once.
 *
 * <p>Cost: O(different asks × nodes × GPUs a node) for what waits, the same for each start: room only shrinks while a plan is
 * made, so what found none once is not tried again.
 */
public final class Planner {

    private final CapBook caps;
    private final Map<Long, Integer> arrayRoom;
    private final Map<String, PoolView> pools = new HashMap<>();
    private final Map<String, List<NodeRoom>> rooms = new HashMap<>();
    private final Map<PoolAsk, Candidates> candidates = new HashMap<>();
    private final Map<NodeRoom, Long> firstToWait = new HashMap<>();
    private final List<Start> starts = new ArrayList<>();
    private final Map<Long, WaitReason> waits = new LinkedHashMap<>();

    private record PoolAsk(String pool, Ask ask) {}

    /** What is known of an ask: the nodes that could hold a part of it, and why none of it starts any more. */
    private static final class Candidates {
        private final List<NodeRoom> rooms;
        private final boolean possible;
        private Optional<WaitReason> full = Optional.empty();

        Candidates(List<NodeRoom> rooms, boolean possible) {
            this.rooms = rooms;
            this.possible = possible;
        }
    }

    private Planner(Snapshot snapshot) {
        this.caps = snapshot.caps().copy();
        this.arrayRoom = new HashMap<>(snapshot.arrayRoom());
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

    /** Starts as many tasks as may and can; the reason is that of the first that does not. */
    private void consider(Waiting job) {
        for (int task = 0; task < job.tasks(); task++) {
            Optional<WaitReason> binding = obstacle(job).or(() -> start(job));
            if (binding.isPresent()) {
                waits.put(job.jobId(), binding.get());
                return;
            }
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
        if (job.array().isPresent() && arrayRoom.getOrDefault(job.array().getAsLong(), Integer.MAX_VALUE) <= 0) {
            return Optional.of(new WaitReason.ArrayFull());
        }
        Optional<WaitReason> cap = overCap(job, job.ask().gpuCount());
        if (cap.isPresent()) {
            return cap;
        }
        return candidates(job).possible ? Optional.empty() : Optional.of(noSuchNode(job, pool));
    }

    private Optional<WaitReason> overCap(Waiting job, int gpus) {
        return caps.refusal(job.team(), new GpuCount(gpus)).map(Planner::atCap);
    }

    private static WaitReason atCap(CapRefusal c) {
        return new WaitReason.TeamAtCap(
                c.owner().value(), c.cap().value(), c.used().value(), c.asked().value());
    }

    private static WaitReason noSuchNode(Waiting job, PoolView pool) {
        List<String> down = pool.nodes().stream()
                .filter(node -> !node.facts().up())
                .map(node -> node.facts().name())
                .toList();
        return new WaitReason.NoSuchNode(job.pool(), Part.words(job.ask().parts()), down);
    }

    /** Starts the job, or one task; else says why not. */
    private Optional<WaitReason> start(Waiting job) {
        Candidates where = candidates(job);
        if (where.full.isPresent()) {
            return where.full;
        }
        List<NodeRoom> free =
                where.rooms.stream().filter(room -> !room.promised()).toList();
        Optional<Map<NodeRoom, Placement>> placed = new Gang(job.ask(), free).place();
        if (placed.isEmpty()) {
            where.full = Optional.of(noRoom(job, where));
            Optional<WaitReason> why = where.full;
            where.rooms.forEach(NodeRoom::promise);
            return why;
        }
        int gpus = placed.get().values().stream().mapToInt(p -> p.gpus().size()).sum();
        Optional<WaitReason> cap = overCap(job, gpus); // whole nodes may hold more than was asked for
        if (cap.isPresent()) {
            return cap;
        }
        placed.get().forEach(NodeRoom::take);
        caps.lease(job.team(), new GpuCount(gpus));
        job.array().ifPresent(array -> arrayRoom.computeIfPresent(array, (_, room) -> room - 1));
        starts.add(new Start(job.jobId(), List.copyOf(placed.get().values())));
        return Optional.empty();
    }

    private Candidates candidates(Waiting job) {
        return candidates.computeIfAbsent(new PoolAsk(job.pool(), job.ask()), key -> {
            Ask ask = key.ask();
            List<NodeRoom> allowed = rooms.getOrDefault(key.pool(), List.of()).stream()
                    .filter(room -> room.facts().up()
                            && room.facts().partitions().contains(ask.partition())
                            && !ask.placing().exclude().contains(room.facts().name()))
                    .toList();
            boolean possible = new Gang(
                            ask, allowed.stream().map(NodeRoom::emptied).toList())
                    .place()
                    .isPresent();
            return new Candidates(
                    allowed.stream().filter(room -> couldUse(ask, room)).toList(), possible);
        });
    }

    /** Whether a part of it could ever lie there. */
    private static boolean couldUse(Ask ask, NodeRoom room) {
        JobRequest.Placing placing = ask.placing();
        int nodes = ask.parts().stream().mapToInt(Part::nodes).sum();
        boolean named = placing.nodelist().size() < nodes
                || placing.nodelist().contains(room.facts().name());
        boolean features = placing.constraint().stream()
                .flatMap(constraint -> constraint.alternatives().stream())
                .flatMap(alternative -> alternative.needs().stream())
                .map(need -> need.passes(room.facts().features()))
                .reduce(Boolean::logicalOr)
                .orElse(true);
        return named
                && features
                && ask.parts().stream()
                        .anyMatch(part -> room.emptied().place(part, false).isPresent());
    }

    /** Whether it waits for others to end or for an older job to start first. */
    private WaitReason noRoom(Waiting job, Candidates where) {
        where.rooms.forEach(room -> firstToWait.putIfAbsent(room, job.jobId()));
        Optional<Map<NodeRoom, Placement>> elsewise = new Gang(job.ask(), where.rooms).place();
        return elsewise.flatMap(nodes ->
                        nodes.keySet().stream().filter(NodeRoom::promised).findFirst())
                .<WaitReason>map(room -> new WaitReason.Behind(firstToWait.getOrDefault(room, job.jobId())))
                .orElseGet(() -> new WaitReason.NothingFree(
                        job.pool(), Part.words(job.ask().parts())));
    }
}
