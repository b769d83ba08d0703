package org.gatehouse.scheduler.application;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Jobs.Seen;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.ArrayTable;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.JobMoves;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.script.IndexSet;

/** What people do to jobs: cancel, hold, release, requeue. Each is one transaction with its audit entry. */
public final class JobControl {

    private final Database database;
    private final Jobs jobs;
    private final Clock clock;

    public JobControl(Database database, Jobs jobs, Clock clock) {
        this.database = database;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** What became of a request. */
    public sealed interface Answer {
        /** It is done or under way; also when it had been so before. */
        record Done(Seen job) implements Answer {}

        record Missing() implements Answer {}

        /** @param why a sentence */
        record NotAllowed(String why) implements Answer {}

        /** @param why a sentence */
        record Impossible(String why) implements Answer {}
    }

    /** What one change works with. */
    private record Turn(Connection c, JobMoves moves, Viewer viewer, Instant now) {

        /** Writes what was collected, with an entry in the audit; wakes the scheduler. */
        boolean finish(Job before, String action, String after) throws SQLException {
            moves.finish();
            DispatchTable.wake(c); // what it held back may start now
            AuditTable.add(c, entry(viewer, before, action, after, now));
            return true;
        }
    }

    /** Changes a job within a transaction. */
    @FunctionalInterface
    private interface Change {
        /** @return false when the job moved on since it was read */
        boolean write(Turn turn) throws SQLException;
    }

    /** Cancels what waits at once; asks the pool for the end of what is active. Of an array, both. */
    public Answer cancel(Viewer viewer, long id, Optional<String> reason) {
        return change(viewer, id, "cancel", job -> {
            if (job.state().ended()) {
                return new Judged.No("job " + job.id() + " has ended: " + job.sentence());
            }
            boolean asked = job.cancel().isPresent() && job.array().isEmpty();
            return asked ? new Judged.Already() : new Judged.Go(turn -> cancel(turn, job, reason));
        });
    }

    private static boolean cancel(Turn turn, Job job, Optional<String> reason) throws SQLException {
        boolean written = job.array().isPresent() ? cancelArray(turn, job, reason) : cancelOne(turn, job, reason);
        return written
                && turn.finish(
                        job,
                        "job.cancel",
                        "cancel asked" + reason.map(r -> ": " + r).orElse(""));
    }

    private static boolean cancelOne(Turn turn, Job job, Optional<String> reason) throws SQLException {
        if (job.state().waits()) {
            return turn.moves().cancelWaiting(job, turn.viewer().username(), reason);
        }
        if (!turn.moves().requestCancel(job, turn.viewer().username(), reason)) {
            return false;
        }
        DispatchTable.stop(turn.c(), job.latestAttempt().orElseThrow().id(), turn.now());
        return true;
    }

    private static boolean cancelArray(Turn turn, Job array, Optional<String> reason) throws SQLException {
        IndexSet waiting = array.array().orElseThrow().waiting();
        var unstarted = new JobMoves.Unstarted(array.id(), array.version(), waiting);
        if (!turn.moves().endUnstarted(unstarted, IndexSet.decode(""), JobState.CANCELLED, Optional.empty())) {
            return false;
        }
        turn.moves().markCancelled(array, turn.viewer().username(), reason);
        for (long task : ArrayTable.liveTasks(turn.c(), array.id())) {
            Job live = JobTable.find(turn.c(), task).orElseThrow();
            if (live.cancel().isEmpty() && !live.state().ended()) {
                cancelOne(turn, live, reason);
            }
        }
        return true;
    }

    /** Keeps what has not started from starting. What runs runs on. */
    public Answer hold(Viewer viewer, long id) {
        return change(viewer, id, "hold", job -> {
            boolean stronger = job.owner().personId() != viewer.personId()
                    && job.hold().map(Job.Hold::byOwner).orElse(false);
            if (job.hold().isPresent() && !stronger) {
                return new Judged.Already();
            }
            return Action.waits(job)
                    ? new Judged.Go(turn -> queue(turn, job, JobState.HELD))
                    : new Judged.No("nothing of job " + job.id() + " waits any more: " + job.sentence());
        });
    }

    /** Lets it start again. What somebody else holds, its owner cannot release. */
    public Answer release(Viewer viewer, long id) {
        return change(viewer, id, "release", job -> {
            if (job.hold().isEmpty()) {
                return job.state().waits()
                        ? new Judged.Already()
                        : new Judged.No("job " + job.id() + " is not held: " + job.sentence());
            }
            return !Action.mayRelease(viewer, job)
                    ? new Judged.Forbidden("job " + job.id() + " is held by "
                            + job.hold().get().by() + "; only a team admin or an operator may release it")
                    : new Judged.Go(turn -> queue(turn, job, JobState.PENDING));
        });
    }

    private static boolean queue(Turn turn, Job job, JobState to) throws SQLException {
        boolean byOwner = job.owner().personId() == turn.viewer().personId();
        if (to == JobState.HELD) {
            return turn.moves().hold(job, turn.viewer().username(), byOwner) && turn.finish(job, "job.hold", "HELD");
        }
        return turn.moves().release(job) && turn.finish(job, "job.release", "PENDING");
    }

    /** Starts it again: at once when it has ended, else after its attempt was ended. Of an array, every task that has ended. */
    public Answer requeue(Viewer viewer, long id) {
        return change(viewer, id, "requeue", job -> {
            if (job.array().isEmpty() && job.state().waits()) {
                return new Judged.Already();
            }
            if (!job.asked().ending().requeue()) {
                return new Judged.No("job " + job.id() + " was submitted with --no-requeue; submit it anew");
            }
            if (job.array().isEmpty() && job.state().ended() && job.attempts().isEmpty()) {
                return new Judged.No("job " + job.id() + " never started, so there is nothing to do again");
            }
            return job.requeueBy().isPresent() ? new Judged.Already() : new Judged.Go(turn -> requeue(turn, job));
        });
    }

    private static boolean requeue(Turn turn, Job job) throws SQLException {
        boolean written = job.array().isPresent() ? requeueEnded(turn, job) : requeueOne(turn, job);
        return written && turn.finish(job, "job.requeue", "PENDING");
    }

    private static boolean requeueOne(Turn turn, Job job) throws SQLException {
        if (job.task().isPresent()) {
            turn.moves().unmarkCancelled(job.task().get().array());
        }
        if (job.state().ended()) {
            return turn.moves().requeueEnded(job);
        }
        if (!turn.moves().requestRequeue(job, turn.viewer().username())) {
            return false;
        }
        DispatchTable.stop(turn.c(), job.latestAttempt().orElseThrow().id(), turn.now());
        return true;
    }

    private static boolean requeueEnded(Turn turn, Job array) throws SQLException {
        if (!turn.moves().requeueUnstarted(array)) {
            return false;
        }
        for (long task : ArrayTable.endedTasks(turn.c(), array.id())) {
            turn.moves().requeueEnded(JobTable.find(turn.c(), task).orElseThrow());
        }
        return true;
    }

    /** Whether a change is called for. */
    private sealed interface Judged {
        record Go(Change change) implements Judged {}

        record Already() implements Judged {}

        record No(String why) implements Judged {}

        record Forbidden(String why) implements Judged {}
    }

    @FunctionalInterface
    private interface Judge {
        Judged of(Job job);
    }

    private Answer change(Viewer viewer, long id, String verb, Judge judge) {
        while (true) { // again when the job moved on between reading and writing; each round is a new truth
            Optional<Seen> seen = jobs.find(viewer, id);
            if (seen.isEmpty()) {
                return new Answer.Missing();
            }
            if (!seen.get().rights().contains(Right.CANCEL)) {
                return new Answer.NotAllowed("only its owner, its team's admins and operators may " + verb + " a job");
            }
            Job job = seen.get().job();
            switch (judge.of(job)) {
                case Judged.No(String why) -> {
                    return new Answer.Impossible(why);
                }
                case Judged.Forbidden(String why) -> {
                    return new Answer.NotAllowed(why);
                }
                case Judged.Already _ -> {
                    return new Answer.Done(seen.get());
                }
                case Judged.Go(Change change) -> {
                    if (write(viewer, job, change)) {
                        return jobs.find(viewer, id)
                                .<Answer>map(Answer.Done::new)
                                .orElseGet(Answer.Missing::new);
                    }
                }
            }
        }
    }

    private boolean write(Viewer viewer, Job job, Change change) {
        Instant now = clock.instant();
        return database.inTransaction(c -> {
            // The array before its tasks: see ArrayTable.
            long array = job.task().isPresent() ? job.task().get().array() : job.id();
            ArrayTable.lockOne(c, array);
            return change.write(new Turn(c, new JobMoves(c, now), viewer, now));
        });
    }

    private static AuditTable.Entry entry(Viewer viewer, Job job, String action, String after, Instant now) {
        return new AuditTable.Entry(
                now,
                viewer.username(),
                action,
                job.id(),
                job.team().value(),
                job.state().name(),
                after,
                viewer.origin());
    }
}
