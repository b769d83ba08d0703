package org.gatehouse.scheduler.application;

import java.util.EnumSet;
import java.util.Set;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;

/** What somebody may do with a job. The one place of the rule; design §3.12. */
public enum Right {
    ROW,
    SCRIPT,
    LOG,
    CANCEL;

    /** No right at all means that the job is answered like a missing one. */
    public static Set<Right> of(Viewer viewer, Job job) {
        Set<Right> rights = EnumSet.noneOf(Right.class);
        if (job.owner().personId() == viewer.personId() || viewer.runs(job.team()) || viewer.operator()) {
            rights.addAll(EnumSet.allOf(Right.class));
        }
        if (viewer.member().contains(job.team()) || viewer.auditor()) {
            rights.add(ROW);
        }
        return rights;
    }

    /** Whether reading content needs an entry in the audit that the owner sees. */
    public static boolean readsAsOperator(Viewer viewer, Job job) {
        return viewer.operator() && job.owner().personId() != viewer.personId() && !viewer.runs(job.team());
    }
}
