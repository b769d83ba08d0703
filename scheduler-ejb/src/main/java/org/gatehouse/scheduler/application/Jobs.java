package org.gatehouse.scheduler.application;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.JobList;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.Notices;
import org.gatehouse.script.Finding;

/** Looking at jobs. */
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

    /** Tasks of an array that have rows, by index. */
    public JobList.TaskPage tasks(Job array, JobList.TaskQuery query) {
        return database.inTransaction(c -> JobList.tasks(c, array.id(), query));
    }

    /** The number of a task that has started; empty while it has no row, and when there is no such task. */
    public Optional<Long> task(long array, int index) {
        return database.inTransaction(c -> JobTable.task(c, array, index));
    }

    public JobList.Page list(Viewer viewer, JobList.Query query) {
        return database.inTransaction(c -> JobList.page(c, viewer, query));
    }
}
