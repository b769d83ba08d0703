package org.gatehouse.node.spi;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as its pool tells it.
 *
 * @param cause what brought the end about
 * @param exitCode the exit status of the main process, 0 to 255, when it exited by itself
 * @param signal the signal that ended the main process
 * @param startedAt when its process began, when known
 * @param endedAt when it was gone, when known
 * @param use what it used, when known
 * @param detail a sentence for causes that need one
 */
public record AttemptEnd(
        Cause cause,
        OptionalInt exitCode,
        OptionalInt signal,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<Use> use,
        @Nullable String detail) {

    /** What brought an end about. */
    public enum Cause {
        /** The main process ended by itself; exit code or signal tell how. */
        EXITED,
        /** A stop that was asked for. */
        STOPPED,
        TIME_LIMIT,
        OUT_OF_MEMORY,
        /** The node went away under it. */
        NODE_LOST,
        /** It is gone and nobody saw how. */
        UNKNOWN
    }

    /**
     * @param cpuSeconds user and system time of all its processes that were waited for
     * @param maxRssKib the largest resident set of one of its processes, in KiB
     */
    public record Use(double cpuSeconds, long maxRssKib) {}
}
