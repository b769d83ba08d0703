package org.gatehouse.scheduler.job;

/** Breaks the rule about names. */
public class CanaryHelper {}
