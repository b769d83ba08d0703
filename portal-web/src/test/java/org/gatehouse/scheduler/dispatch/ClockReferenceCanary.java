package org.gatehouse.scheduler.dispatch;

import java.util.function.LongSupplier;

/** Breaks the rule that the clock is handed in, by a method reference. */
public class ClockReferenceCanary {
    public LongSupplier time() {
        return System::currentTimeMillis;
    }
}
