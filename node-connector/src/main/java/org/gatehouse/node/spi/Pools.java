package org.gatehouse.node.spi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pools of the installation; the first one is the default. */
public final class Pools {

    private final Map<String, NodeConnector> byName = new LinkedHashMap<>();

    /** @throws IllegalArgumentException without a pool, or with two of one name */
    public Pools(List<NodeConnector> connectors) {
        for (NodeConnector connector : connectors) {
            if (byName.put(connector.pool().name(), connector) != null) {
                throw new IllegalArgumentException(
                        "two pools are called " + connector.pool().name());
            }
        }
        if (byName.isEmpty()) {
            throw new IllegalArgumentException("there is no pool");
        }
    }

    public List<NodeConnector> all() {
        return List.copyOf(byName.values());
    }

    public NodeConnector defaultPool() {
        return byName.values().iterator().next();
    }

    public Optional<NodeConnector> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
