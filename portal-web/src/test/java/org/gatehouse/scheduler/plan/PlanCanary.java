package org.gatehouse.scheduler.plan;

import org.gatehouse.node.spi.NodeConnector;

/** Breaks the rule that the planner asks nobody. */
public record PlanCanary(NodeConnector connector) {}
