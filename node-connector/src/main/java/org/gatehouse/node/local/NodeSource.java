package org.gatehouse.node.local;

import java.util.List;
import org.gatehouse.node.spi.Inventory;

/** The nodes that a local pool offers. */
public sealed interface NodeSource {

    /** This machine as it is. */
    record ThisMachine() implements NodeSource {}

    /** Nodes that exist by declaration only; what runs on them runs on this machine. */
    record Declared(List<Inventory.Node> nodes) implements NodeSource {
        public Declared {
            nodes = List.copyOf(nodes);
        }
    }
}
