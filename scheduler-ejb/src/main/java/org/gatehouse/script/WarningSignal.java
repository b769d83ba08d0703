package org.gatehouse.script;

import java.time.Duration;

/**
 * A signal some time before the time limit, from {@code --signal}.
 *
 * @param number 1 to 64
 * @param scriptOnly it goes to the script alone; else to its steps and not to the script
 */
public record WarningSignal(int number, boolean scriptOnly, Duration before) {}
