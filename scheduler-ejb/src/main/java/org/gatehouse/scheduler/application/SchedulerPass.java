package org.gatehouse.scheduler.application;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.gatehouse.node.spi.Inventory;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.LeaderTable;
import org.gatehouse.scheduler.persistence.QueueTable;
import org.gatehouse.scheduler.persistence.QueueTable.NodeUse;
import org.gatehouse.scheduler.persistence.QueueTable.Queued;
import org.gatehouse.scheduler.persistence.StartTable;
import org.gatehouse.scheduler.persistence.TeamTable;
import org.gatehouse.scheduler.plan.Plan;
import org.gatehouse.scheduler.plan.Planner;
import org.gatehouse.scheduler.plan.Snapshot;
import org.gatehouse.scheduler.plan.Snapshot.NodeFacts;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;
import org.gatehouse.scheduler.plan.Snapshot.PoolView;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;

/**
 * One scheduling pass: the pools are asked for their nodes, then one transaction reads the queue, plans, and writes every
 * start with all that belongs to it.
 */
public final class SchedulerPass {

    private static final System.Logger LOG = System.getLogger(SchedulerPass.class.getName());

    private final Database database;
    private final Pools pools;
    private final GpuCap defaultCap;
    private final Clock clock;

    public SchedulerPass(Database database, Pools pools, GpuCap defaultCap, Clock clock) {
        this.database = database;
        this.pools = pools;
        this.defaultCap = defaultCap;
        this.clock = clock;
    }

    /** What a pass came to. */
    public sealed interface Result {
        /** @param started jobs that start now */
        record Done(int started, int waiting) implements Result {}

        /** Somebody else leads by now; nothing was written. */
        record Fenced() implements Result {}
    }

    public Result runOnePass(long epoch) {
        Map<String, Inventory> inventories = new java.util.LinkedHashMap<>();
        for (NodeConnector connector : pools.all()) {
            inventories.put(connector.pool().name(), connector.inventory());
        }
        Instant now = clock.instant();
        return database.inTransaction(c -> {
            if (!LeaderTable.beat(c, epoch, now)) {
                return new Result.Fenced();
            }
            List<Queued> queue = QueueTable.waiting(c);
            if (queue.isEmpty()) {
                return new Result.Done(0, 0);
            }
            QueueCheck.Checked checked = new QueueCheck(c, now).check(queue);
            Snapshot snapshot = new Snapshot(
                    views(inventories, QueueTable.use(c)),
                    checked.ready().stream().map(SchedulerPass::waiting).toList(),
                    QueueTable.arrayRoom(c),
                    TeamTable.book(c, defaultCap));
            Plan plan = Planner.plan(snapshot);
            int started = new StartTable(c, epoch, now).start(plan.starts(), checked.byId());
            Map<Long, WaitReason> waits = new HashMap<>(checked.waits());
            waits.putAll(plan.waits());
            QueueTable.reasons(c, waits, queue, now);
            LOG.log(Level.DEBUG, "event=pass started={0} queued={1}", started, queue.size());
            return new Result.Done(started, waits.size());
        });
    }

    private static Waiting waiting(Queued job) {
        return new Waiting(job.id(), job.team(), job.pool(), job.ask(), job.tasks(), array(job));
    }

    private static OptionalLong array(Queued job) {
        return job.array().isPresent() ? OptionalLong.of(job.array().get()) : OptionalLong.empty();
    }

    private static List<PoolView> views(Map<String, Inventory> inventories, Map<String, NodeUse> use) {
        List<PoolView> views = new ArrayList<>();
        inventories.forEach((pool, inventory) -> views.add(new PoolView(
                pool,
                inventory.nodes().stream()
                        .map(node -> view(node, use.get(pool + "/" + node.name())))
                        .toList(),
                inventory.unreachable())));
        return views;
    }

    static NodeView view(Inventory.Node node, @org.jspecify.annotations.Nullable NodeUse use) {
        var facts = new NodeFacts(
                node.name(),
                node.cpus(),
                node.memoryMiB(),
                node.gpus().stream().map(Inventory.Gpu::type).toList(),
                node.partitions(),
                Set.copyOf(node.features()),
                node.up());
        return use == null
                ? new NodeView(facts, node.cpus(), node.memoryMiB(), List.of())
                : new NodeView(facts, node.cpus() - use.cpus(), node.memoryMiB() - use.memoryMiB(), use.gpus());
    }
}
