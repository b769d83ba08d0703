package org.gatehouse.script;

import java.util.OptionalInt;

/**
 * The tasks of an array.
 *
 * @param indices at least one
 * @param atOnce how many may run at a time; empty for no limit of its own
 */
public record ArrayAsk(IndexSet indices, OptionalInt atOnce) {}
