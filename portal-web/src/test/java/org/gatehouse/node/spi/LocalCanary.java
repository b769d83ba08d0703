package org.gatehouse.node.spi;

import org.gatehouse.node.local.LocalConnector;

/** Breaks the rule that adapters are known to the wiring only. */
public record LocalCanary(LocalConnector connector) {}
