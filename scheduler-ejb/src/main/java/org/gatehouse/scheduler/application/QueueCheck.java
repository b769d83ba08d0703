package org.gatehouse.scheduler.application;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.Precondition;
import org.gatehouse.scheduler.job.Readiness;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.DependencyTable;
import org.gatehouse.scheduler.persistence.JobMoves;
import org.gatehouse.scheduler.persistence.QueueTable.Queued;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.IndexSet;
import org.gatehouse.script.JobRequest;

/**
 * Looks at what waits before it is planned: dependencies, begin times and deadlines. What can never start any more ends here.
 */
final class QueueCheck {

    private final Connection c;
    private final Instant now;
    private final JobMoves moves;
    private final List<Queued> ready = new ArrayList<>();
    private final Map<Long, WaitReason> waits = new HashMap<>();

    QueueCheck(Connection c, Instant now) {
        this.c = c;
        this.now = now;
        this.moves = new JobMoves(c, now);
    }

    /** What may be planned, and why the rest waits. */
    record Checked(List<Queued> ready, Map<Long, WaitReason> waits) {

        Map<Long, Queued> byId() {
            return ready.stream().collect(Collectors.toMap(Queued::id, Function.identity()));
        }
    }

    Checked check(List<Queued> queue) throws SQLException {
        boolean anyDependency =
                queue.stream().anyMatch(job -> job.timing().dependency().isPresent());
        var known = anyDependency ? DependencyTable.known(c) : new DependencyTable.Known();
        for (Queued job : queue) {
            check(job, known);
        }
        moves.finish();
        return new Checked(ready, waits);
    }

    private void check(Queued job, DependencyTable.Known known) throws SQLException {
        Map<Long, DependencyTable.ByTask> byTask = byTask(job);
        Function<Dependency.Term, Optional<Precondition.Facts>> facts = term -> known.of(job.id(), term);
        if (!byTask.isEmpty() && job.timing().dependency().orElseThrow().any()) {
            checkAnyOf(job, byTask, facts);
            return;
        }
        Readiness readiness = Readiness.of(
                job.timing(), job.timeLimit(), term -> ofTasks(term, byTask) ? DONE : facts.apply(term), now);
        switch (readiness) {
            case Readiness.Ready _ -> ready(job, byTask, false);
            case Readiness.NotYet(WaitReason why) -> waits.put(job.id(), why);
            case Readiness.Never(JobState end, Optional<WaitReason> why) -> end(job, end, why);
        }
    }

    /** Stands for a term that is judged task by task, not as a whole. */
    private static final Optional<Precondition.Facts> DONE =
            Optional.of(new Precondition.Facts(JobState.COMPLETED, Optional.empty(), Optional.empty()));

    private static boolean ofTasks(Dependency.Term term, Map<Long, DependencyTable.ByTask> byTask) {
        return term.kind() == Dependency.Kind.AFTER_CORR && byTask.containsKey(term.job());
    }

    /** One of several terms is enough: a whole term that is met frees all tasks, else each task has what its own terms give. */
    private void checkAnyOf(
            Queued job,
            Map<Long, DependencyTable.ByTask> byTask,
            Function<Dependency.Term, Optional<Precondition.Facts>> facts)
            throws SQLException {
        JobRequest.Timing timing = job.timing();
        List<Dependency.Term> whole = timing.dependency().orElseThrow().terms().stream()
                .filter(term -> !ofTasks(term, byTask))
                .toList();
        Precondition others = whole.isEmpty()
                ? new Precondition.Never("there is none")
                : Precondition.of(new Dependency(true, whole), facts, now);
        var rest = new JobRequest.Timing(
                timing.held(), timing.begin(), timing.deadline(), Optional.empty(), timing.endOnBadDependency());
        switch (Readiness.of(rest, job.timeLimit(), facts, now)) {
            case Readiness.Ready _ -> {
                if (others instanceof Precondition.Met) {
                    ready.add(job);
                } else {
                    ready(job, byTask, others instanceof Precondition.Waits);
                }
            }
            case Readiness.NotYet(WaitReason why) -> waits.put(job.id(), why);
            case Readiness.Never(JobState end, Optional<WaitReason> why) -> end(job, end, why);
        }
    }

    /** Arrays that this one waits for task by task; the term as a whole counts as met then. */
    private Map<Long, DependencyTable.ByTask> byTask(Queued job) throws SQLException {
        Map<Long, DependencyTable.ByTask> others = new HashMap<>();
        if (job.unstarted().isPresent() && job.timing().dependency().isPresent()) {
            for (Dependency.Term term : job.timing().dependency().get().terms()) {
                if (term.kind() == Dependency.Kind.AFTER_CORR && term.index().isEmpty()) {
                    DependencyTable.byTask(c, term.job()).ifPresent(tasks -> others.put(term.job(), tasks));
                }
            }
        }
        return others;
    }

    private void ready(Queued job, Map<Long, DependencyTable.ByTask> byTask, boolean othersMayDo) throws SQLException {
        if (byTask.isEmpty()) {
            ready.add(job);
            return;
        }
        IndexSet waiting = job.unstarted().orElseThrow().waiting();
        boolean any = job.timing().dependency().orElseThrow().any();
        BitSet startable = any ? new BitSet() : waiting.toBits();
        BitSet left = any && !othersMayDo ? new BitSet() : waiting.toBits();
        for (DependencyTable.ByTask other : byTask.values()) {
            BitSet possible = (BitSet) other.well().clone();
            possible.or(other.open());
            if (any) {
                startable.or(other.well());
                left.or(possible);
            } else {
                startable.and(other.well());
                left.and(possible);
            }
        }
        startable.and(waiting.toBits());
        left.and(waiting.toBits());
        sort(job, byTask, startable, left);
    }

    private void sort(Queued job, Map<Long, DependencyTable.ByTask> byTask, BitSet startable, BitSet left)
            throws SQLException {
        IndexSet waiting = job.unstarted().orElseThrow().waiting();
        if (left.cardinality() < waiting.size() && job.timing().endOnBadDependency()) {
            moves.endUnstarted(
                    new JobMoves.Unstarted(job.id(), job.version(), waiting),
                    IndexSet.of(left),
                    JobState.DEPENDENCY_FAILED,
                    Optional.empty());
        } else if (startable.isEmpty()) {
            String others = "the task of the same index of job "
                    + String.join(
                            " and ",
                            byTask.keySet().stream().map(String::valueOf).toList());
            waits.put(job.id(), new WaitReason.OnOthers(List.of(others + " to end well")));
        } else {
            ready.add(job.with(IndexSet.of(startable)));
        }
    }

    private void end(Queued job, JobState end, Optional<WaitReason> why) throws SQLException {
        if (job.unstarted().isPresent()) {
            var unstarted = new JobMoves.Unstarted(
                    job.id(), job.version(), job.unstarted().get().waiting());
            moves.endUnstarted(unstarted, IndexSet.decode(""), end, why);
        } else {
            moves.endWaiting(job.id(), job.version(), end, why);
        }
    }
}
