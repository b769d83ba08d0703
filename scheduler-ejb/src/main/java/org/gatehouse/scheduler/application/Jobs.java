package org.gatehouse.scheduler.application;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.scheduler.persistence.JobList;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.Notices;
import org.gatehouse.script.Finding;

/** Looking at jobs and asking for their end. */
public final class Jobs {

    private final Database database;
    private final Clock clock;

    public Jobs(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** A job with what the viewer may do with it; at least the row. */
    public record Seen(Job job, Set<Right> rights) {}

    /** Empty for a missing job and for one that the viewer may not see: the two are never told apart. */
    public Optional<Seen> find(Viewer viewer, long id) {
        return database.inTransaction(c -> JobTable.find(c, id))
                .map(job -> new Seen(job, Right.of(viewer, job)))
                .filter(seen -> seen.rights().contains(Right.ROW));
    }

    /** What the reading of its script said that its owner should still see. */
    public static List<Finding> notices(Job job) {
        return Notices.decode(job.notices());
    }

    /** What runs; an operator's look is written to the audit. */
    public Optional<NewJob.Program> program(Viewer viewer, Job job) {
        return database.inTransaction(c -> {
            if (Right.readsAsOperator(viewer, job)) {
                AuditTable.add(c, read(viewer, job, "job.read-script"));
            }
            return JobTable.program(c, job.id());
        });
    }

    /** To be called before a log is opened: an operator's look is written to the audit. */
    public void logIsRead(Viewer viewer, Job job) {
        if (Right.readsAsOperator(viewer, job)) {
            database.transact(c -> AuditTable.add(c, read(viewer, job, "job.read-log")));
        }
    }

    private AuditTable.Entry read(Viewer viewer, Job job, String action) {
        return new AuditTable.Entry(
                clock.instant(), viewer.username(), action, job.id(), job.team().value(), null, null, viewer.origin());
    }

    public JobList.Page list(Viewer viewer, JobList.Query query) {
        return database.inTransaction(c -> JobList.page(c, viewer, query));
    }

    /** The answer to a request for a job's end. */
    public sealed interface CancelAnswer {
        /** It was cancelled, or its end is asked for; also when that had been asked before. */
        record Asked(Seen job) implements CancelAnswer {}

        record Missing() implements CancelAnswer {}

        record NotAllowed() implements CancelAnswer {}

        record Over(Job job) implements CancelAnswer {}
    }

    /** Cancels a waiting job at once; asks the pool for the end of an active one. */
    public CancelAnswer cancel(Viewer viewer, long id, Optional<String> reason) {
        while (true) { // again when the job moved on between reading and writing; each round is a new truth
            Optional<Seen> seen = find(viewer, id);
            if (seen.isEmpty()) {
                return new CancelAnswer.Missing();
            }
            if (!seen.get().rights().contains(Right.CANCEL)) {
                return new CancelAnswer.NotAllowed();
            }
            Job job = seen.get().job();
            if (job.state().ended()) {
                return new CancelAnswer.Over(job);
            }
            if (job.cancel().isPresent() || write(viewer, job, reason)) {
                return find(viewer, id)
                        .<CancelAnswer>map(CancelAnswer.Asked::new)
                        .orElseGet(CancelAnswer.Missing::new);
            }
        }
    }

    private boolean write(Viewer viewer, Job job, Optional<String> reason) {
        Instant now = clock.instant();
        boolean waiting = !job.state().active();
        return database.inTransaction(c -> {
            boolean written = waiting
                    ? JobTable.cancelWaiting(c, job, viewer.username(), reason, now)
                    : JobTable.requestCancel(c, job, viewer.username(), reason, now);
            if (!written) {
                return false;
            }
            if (waiting) {
                DispatchTable.wake(c); // what it held back may start now
            } else {
                DispatchTable.stop(c, job.latestAttempt().orElseThrow().id(), now);
            }
            JobState after = waiting ? JobState.CANCELLED : job.state();
            var change = new EventTable.JobChange(
                    job.id(), after, job.owner().personId(), job.team().value());
            EventTable.jobsChanged(c, now, List.of(change));
            String why = after.name() + reason.map(r -> ": " + r).orElse("");
            AuditTable.add(c, cancelled(viewer, job, why, now));
            return true;
        });
    }

    private static AuditTable.Entry cancelled(Viewer viewer, Job job, String after, Instant now) {
        return new AuditTable.Entry(
                now,
                viewer.username(),
                "job.cancel",
                job.id(),
                job.team().value(),
                job.state().name(),
                after,
                viewer.origin());
    }
}
