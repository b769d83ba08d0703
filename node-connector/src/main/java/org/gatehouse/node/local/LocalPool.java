package org.gatehouse.node.local;

import java.util.List;
import org.gatehouse.node.spi.PoolInfo.Partition;

/** A local pool as it is set up. */
public record LocalPool(String name, boolean simulated, NodeSource nodes, List<Partition> partitions) {
    public LocalPool {
        partitions = List.copyOf(partitions);
    }
}
