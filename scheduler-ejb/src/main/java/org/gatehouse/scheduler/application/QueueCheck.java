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
        Readiness readiness = Readiness.of(
                job.timing(),
                job.timeLimit(),
                term -> term.kind() == Dependency.Kind.AFTER_CORR && byTask.containsKey(term.job())
                        ? Optional.of(new Precondition.Facts(JobState.COMPLETED, Optional.empty(), Optional.empty()))
                        : known.of(job.id(), term),
                now);
        switch (readiness) {
            case Readiness.Ready _ -> ready(job, byTask);
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

    private void ready(Queued job, Map<Long, DependencyTable.ByTask> byTask) throws SQLException {
        if (byTask.isEmpty()) {
            ready.add(job);
            return;
        }
        IndexSet waiting = job.unstarted().orElseThrow().waiting();
        BitSet startable = waiting.toBits();
        BitSet left = waiting.toBits();
        byTask.values().forEach(other -> {
            startable.and(other.well());
            BitSet possible = (BitSet) other.well().clone();
            possible.or(other.open());
            left.and(possible);
        });
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
