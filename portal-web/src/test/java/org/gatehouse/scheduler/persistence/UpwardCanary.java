package org.gatehouse.scheduler.persistence;

import org.gatehouse.api.Caller;

/** Breaks the rule that arrows point downwards. */
public record UpwardCanary(Caller caller) {}
