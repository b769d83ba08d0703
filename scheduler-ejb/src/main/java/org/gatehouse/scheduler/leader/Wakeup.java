package org.gatehouse.scheduler.leader;

import java.time.Duration;

/** Wakes a loop: a ring while it works is kept, many rings are one. */
final class Wakeup {

    private boolean rung;

    synchronized void ring() {
        rung = true;
        notifyAll();
    }

    /** Waits for a ring, at most so long. */
    synchronized void await(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (!rung) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
        rung = false;
    }
}
