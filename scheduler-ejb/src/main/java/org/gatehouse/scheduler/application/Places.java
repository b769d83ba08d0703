package org.gatehouse.scheduler.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.node.spi.Inventory;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.persistence.GpuHolds;
import org.gatehouse.scheduler.persistence.QueueTable;
import org.gatehouse.scheduler.persistence.QueueTable.NodeUse;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;

/** Pools and nodes with what is free now. */
public final class Places {

    private final Database database;
    private final Pools pools;

    public Places(Database database, Pools pools) {
        this.database = database;
        this.pools = pools;
    }

    public record PoolNow(PoolInfo info, boolean isDefault, Optional<String> unreachable, List<NodeNow> nodes) {}

    /** @param jobs the job on each GPU in use, as far as the viewer may see it */
    public record NodeNow(NodeView view, Map<Integer, Long> jobs) {}

    public List<PoolNow> now(Viewer viewer) {
        Map<String, NodeUse> use = database.inTransaction(QueueTable::use);
        Map<String, Map<Integer, Long>> holders = new HashMap<>();
        for (GpuHolds.Hold hold : database.inTransaction(c -> GpuHolds.visible(c, viewer))) {
            holders.computeIfAbsent(hold.pool() + "/" + hold.node(), _ -> new HashMap<>())
                    .put(hold.gpuIndex(), hold.jobId());
        }
        List<PoolNow> all = new ArrayList<>();
        for (NodeConnector connector : pools.all()) {
            Inventory inventory = connector.inventory();
            String pool = connector.pool().name();
            List<NodeNow> nodes = inventory.nodes().stream()
                    .map(node -> new NodeNow(
                            SchedulerPass.view(node, use.get(pool + "/" + node.name())),
                            holders.getOrDefault(pool + "/" + node.name(), Map.of())))
                    .toList();
            all.add(new PoolNow(
                    connector.pool(), pool.equals(pools.defaultPool().pool().name()), inventory.unreachable(), nodes));
        }
        return all;
    }
}
