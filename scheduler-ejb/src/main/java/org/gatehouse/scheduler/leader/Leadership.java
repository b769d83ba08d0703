package org.gatehouse.scheduler.leader;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.persistence.LeaderTable;

/** Holds the lead, or tries to get it. Used by one thread. */
final class Leadership {

    private static final System.Logger LOG = System.getLogger(Leadership.class.getName());

    /** A leader that was not heard of for this long is taken over. Every pass is a heartbeat, and there is one a second. */
    static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Database database;
    private final String holder;
    private final Clock clock;
    private volatile Optional<Long> epoch = Optional.empty();

    Leadership(Database database, String holder, Clock clock) {
        this.database = database;
        this.holder = holder;
        this.clock = clock;
    }

    /** The epoch in which this portal leads, after trying to take the lead when nobody has it. */
    Optional<Long> epoch() {
        if (epoch.isEmpty()) {
            epoch = database.inTransaction(c -> LeaderTable.take(c, holder, clock.instant(), PATIENCE));
            epoch.ifPresent(
                    e -> LOG.log(Level.INFO, "event=lead-taken holder={0} epoch={1}", holder, Long.toString(e)));
        }
        return epoch;
    }

    /** The epoch, when this portal leads as far as it knows. Asks nobody. */
    Optional<Long> current() {
        return epoch;
    }

    /** Somebody else leads. */
    void lost() {
        LOG.log(Level.WARNING, "event=lead-lost holder={0}", holder);
        epoch = Optional.empty();
    }

    void leave() {
        epoch.ifPresent(e -> database.transact(c -> LeaderTable.leave(c, e)));
        epoch = Optional.empty();
    }
}
