package org.gatehouse.scheduler.application;

import java.util.EnumSet;
import java.util.Set;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;

/** What somebody may do with a job now: the one function of its state and their rights that pages and programs are told. */
public enum Action {
    SCRIPT,
    LOG,
    CANCEL,
    HOLD,
    RELEASE,
    REQUEUE;

    public static Set<Action> of(Viewer viewer, Job job) {
        Set<Right> rights = Right.of(viewer, job);
        Set<Action> actions = EnumSet.noneOf(Action.class);
        add(actions, SCRIPT, rights.contains(Right.SCRIPT));
        add(actions, LOG, rights.contains(Right.LOG) && job.array().isEmpty());
        if (rights.contains(Right.CANCEL)) {
            boolean held = job.hold().isPresent();
            add(actions, CANCEL, !job.state().ended() && job.cancel().isEmpty());
            add(actions, HOLD, waits(job) && (!held || mayHoldOver(viewer, job)));
            add(actions, RELEASE, waits(job) && held && mayRelease(viewer, job));
            add(actions, REQUEUE, mayRequeue(job));
        }
        return actions;
    }

    private static void add(Set<Action> actions, Action action, boolean allowed) {
        if (allowed) {
            actions.add(action);
        }
    }

    /** Whether something of it has not started. */
    static boolean waits(Job job) {
        return job.array()
                .map(array -> !array.waiting().isEmpty())
                .orElse(job.state().waits());
    }

    /** An owner's own hold may be taken over by whoever runs the team or the installation. */
    private static boolean mayHoldOver(Viewer viewer, Job job) {
        return job.owner().personId() != viewer.personId()
                && job.hold().map(Job.Hold::byOwner).orElse(false);
    }

    /** What somebody else holds, its owner cannot release. */
    static boolean mayRelease(Viewer viewer, Job job) {
        return job.hold().map(Job.Hold::byOwner).orElse(true) || viewer.operator() || viewer.runs(job.team());
    }

    /** Whether it can run again: it has run, or runs, and was not submitted with {@code --no-requeue}. */
    private static boolean mayRequeue(Job job) {
        boolean again = job.asked().ending().requeue() && job.requeueBy().isEmpty();
        if (job.array().isPresent()) {
            return again && job.array().get().counts().keySet().stream().anyMatch(JobState::ended);
        }
        boolean ran = job.latestAttempt().isPresent() && !job.state().waits();
        return again && ran && (job.state().ended() || job.cancel().isEmpty());
    }
}
