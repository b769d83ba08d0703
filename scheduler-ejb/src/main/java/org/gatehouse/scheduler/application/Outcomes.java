package org.gatehouse.scheduler.application;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.scheduler.job.AttemptState;
import org.gatehouse.scheduler.job.AttemptState.Outcome;

/** What an end at a pool means for the attempt. */
final class Outcomes {

    private Outcomes() {}

    /**
     * @param cancelledBy who had asked for its end
     * @param now the time of the end when the pool does not tell it
     */
    static AttemptState.Ended of(AttemptEnd end, Duration limit, Optional<String> cancelledBy, Instant now) {
        return new AttemptState.Ended(
                outcome(end, limit, cancelledBy),
                end.startedAt(),
                end.endedAt().orElse(now),
                end.use().map(use -> new AttemptState.Use(use.cpuSeconds(), use.maxRssKib())));
    }

    private static Outcome outcome(AttemptEnd end, Duration limit, Optional<String> cancelledBy) {
        String detail = end.detail() == null ? "no details are known" : end.detail();
        return switch (end.cause()) {
            case EXITED -> exited(end.exitCode(), end.signal());
            case STOPPED -> new AttemptState.Cancelled(cancelledBy, end.exitCode(), end.signal());
            case TIME_LIMIT -> new AttemptState.TimedOut(limit.toSeconds(), end.exitCode(), end.signal());
            case OUT_OF_MEMORY -> new AttemptState.OutOfMemory(end.exitCode(), end.signal());
            case NODE_LOST -> new AttemptState.NodeFailed(detail);
            case UNKNOWN -> new AttemptState.EndedUnknown(detail);
        };
    }

    private static Outcome exited(OptionalInt code, OptionalInt signal) {
        if (signal.isPresent()) {
            return new AttemptState.Signalled(signal.getAsInt());
        }
        if (code.isEmpty()) {
            return new AttemptState.EndedUnknown("the pool tells neither exit code nor signal");
        }
        return code.getAsInt() == 0 ? new AttemptState.Completed() : new AttemptState.Exited(code.getAsInt());
    }
}
