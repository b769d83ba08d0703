package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.ArrayTable.Move;
import org.gatehouse.scheduler.persistence.EventTable.JobChange;
import org.gatehouse.scheduler.persistence.QueueTable.Queued;
import org.gatehouse.scheduler.plan.Plan;
import org.gatehouse.scheduler.plan.Plan.PlacedGpu;
import org.gatehouse.scheduler.plan.Plan.Placement;
import org.gatehouse.script.IndexSet;
import org.jspecify.annotations.Nullable;

/**
 * Starts many jobs and tasks at once: state, attempt, allocation, lease, event and intent of each. A job that moved on since it
 * was read is left out, and nothing of it is written. A fixed number of statements, whatever the number of starts.
 */
public final class StartTable {

    private final Connection c;
    private final long epoch;
    private final Instant now;
    private final JobMoves moves;

    public StartTable(Connection c, long epoch, Instant now) {
        this.c = c;
        this.epoch = epoch;
        this.now = now;
        this.moves = new JobMoves(c, now);
    }

    /** A waiting job with the places it is to get; an array has one for each task that starts. */
    private record Wanted(Queued queued, Deque<List<Placement>> places) {
        long id() {
            return queued.id();
        }
    }

    /**
     * A job or task that starts, with the attempt it makes.
     *
     * @param id of the job, or of the task's new row
     */
    private record Begun(long id, Queued queued, List<Placement> placements, UUID attempt) {}

    /**
     * Writes what a plan starts.
     *
     * @return how many were started
     */
    public int start(List<Plan.Start> starts, Map<Long, Queued> queue) throws SQLException {
        Map<Long, Wanted> jobs = new LinkedHashMap<>();
        Map<Long, Wanted> arrays = new LinkedHashMap<>();
        for (Plan.Start start : starts) {
            Queued queued = queue.get(start.jobId());
            if (queued != null) {
                (queued.unstarted().isPresent() ? arrays : jobs)
                        .computeIfAbsent(queued.id(), _ -> new Wanted(queued, new ArrayDeque<>()))
                        .places()
                        .add(start.placements());
            }
        }
        List<Begun> begun = new ArrayList<>(startJobs(jobs.values()));
        begun.addAll(startTasks(arrays));
        writeAttempts(begun);
        writeHoldings(begun);
        moves.finish();
        return begun.size();
    }

    private List<Begun> startJobs(Collection<Wanted> jobs) throws SQLException {
        Set<Long> taken = new HashSet<>(Sql.list(
                c,
                row -> row.getLong(1),
                """
                UPDATE job SET state = 'STARTING', queued = NULL, version = job.version + 1, wait_reason = NULL
                  FROM unnest(?, ?) AS t(id, version)
                 WHERE job.id = t.id AND job.version = t.version AND job.queued = 'PENDING' AND job.array_indices IS NULL
                RETURNING job.id""",
                jobs.stream().map(Wanted::id).toArray(Long[]::new),
                jobs.stream().map(job -> job.queued().version()).toArray(Integer[]::new)));
        List<Begun> begun = new ArrayList<>();
        for (Wanted job : jobs) {
            if (taken.contains(job.id())) {
                begun.add(begin(job.id(), job));
                job.queued()
                        .array()
                        .ifPresent(array -> moves.moved(new Move(array, JobState.PENDING, JobState.STARTING, 1)));
            }
        }
        return begun;
    }

    private Begun begin(long id, Wanted wanted) {
        Queued queued = wanted.queued();
        moves.changed(new JobChange(
                id, JobState.STARTING, queued.personId(), queued.team().value()));
        return new Begun(id, queued, wanted.places().removeFirst(), UUID.randomUUID());
    }

    /** Indices that leave an array's row, and what still waits behind them. */
    private record Taken(Wanted array, List<Integer> indices, IndexSet rest) {
        static Taken of(Wanted array) {
            QueueTable.Unstarted unstarted = array.queued().unstarted().orElseThrow();
            BitSet rest = unstarted.waiting().toBits();
            List<Integer> indices = unstarted.startable().stream()
                    .limit(array.places().size())
                    .mapToObj(Math::toIntExact)
                    .toList();
            indices.forEach(rest::clear);
            return new Taken(array, indices, IndexSet.of(rest));
        }
    }

    /** The first indices that wait leave the array's row and get rows of their own. */
    private List<Begun> startTasks(Map<Long, Wanted> arrays) throws SQLException {
        List<Taken> wanted = arrays.values().stream().map(Taken::of).toList();
        Set<Long> written = takeIndices(wanted);
        List<Long> ids = new ArrayList<>();
        List<Integer> indices = new ArrayList<>();
        for (Taken taken : wanted) {
            if (written.contains(taken.array().id())) {
                ids.addAll(Collections.nCopies(
                        taken.indices().size(), taken.array().id()));
                indices.addAll(taken.indices());
                moves.moved(new Move(
                        taken.array().id(),
                        JobState.PENDING,
                        JobState.STARTING,
                        taken.indices().size()));
            }
        }
        List<Begun> begun = new ArrayList<>();
        for (Inserted task : insertTasks(ids, indices)) {
            begun.add(begin(task.id(), Objects.requireNonNull(arrays.get(task.array()), "the array of a new task")));
        }
        return begun;
    }

    private Set<Long> takeIndices(List<Taken> wanted) throws SQLException {
        return new HashSet<>(Sql.list(
                c,
                row -> row.getLong(1),
                """
                UPDATE job SET array_waiting = t.rest, queued = CASE WHEN t.rest = '' THEN NULL ELSE 'PENDING' END,
                       version = job.version + 1
                  FROM unnest(?, ?, ?) AS t(id, version, rest)
                 WHERE job.id = t.id AND job.version = t.version AND job.queued = 'PENDING' AND job.array_indices IS NOT NULL
                RETURNING job.id""",
                wanted.stream().map(taken -> taken.array().id()).toArray(Long[]::new),
                wanted.stream().map(taken -> taken.array().queued().version()).toArray(Integer[]::new),
                wanted.stream().map(taken -> taken.rest().toString()).toArray(String[]::new)));
    }

    /** The row of a task that was just made. */
    private record Inserted(long id, long array) {}

    private List<Inserted> insertTasks(List<Long> arrays, List<Integer> indices) throws SQLException {
        return Sql.list(
                c,
                row -> new Inserted(row.getLong("id"), row.getLong("array_id")),
                """
                INSERT INTO job (kind, state, person_id, team, pool, partition, name, submitted_at, parts, cpus_per_task,
                    time_limit_seconds, stdout_pattern, stderr_pattern, append_logs, constraint_text, nodelist, exclude,
                    exclusive, deadline_at, warning_signal, warning_script_only, warning_seconds, requeue, notices,
                    array_id, array_index)
                SELECT m.kind, 'STARTING', m.person_id, m.team, m.pool, m.partition, m.name, m.submitted_at, m.parts,
                    m.cpus_per_task, m.time_limit_seconds, m.stdout_pattern, m.stderr_pattern, m.append_logs,
                    m.constraint_text, m.nodelist, m.exclude, m.exclusive, m.deadline_at, m.warning_signal,
                    m.warning_script_only, m.warning_seconds, m.requeue, m.notices, m.id, t.index
                  FROM unnest(?, ?) WITH ORDINALITY AS t(array_id, index, position) JOIN job m ON m.id = t.array_id
                 ORDER BY t.position
                RETURNING id, array_id""",
                arrays.toArray(Long[]::new),
                indices.toArray(Integer[]::new));
    }

    private void writeAttempts(List<Begun> begun) throws SQLException {
        Sql.batch(
                c,
                """
                INSERT INTO attempt (id, job_id, number, state, pool, epoch, created_at)
                VALUES (?, ?, 1 + (SELECT coalesce(max(number), 0) FROM attempt WHERE job_id = ?), 'STARTING', ?, ?, ?)""",
                begun.stream()
                        .map(b ->
                                Sql.row(b.attempt(), b.id(), b.id(), b.queued().pool(), epoch, now))
                        .toList());
        Sql.batch(
                c,
                "INSERT INTO dispatch (attempt_id, intent, created_at, next_try_at) VALUES (?, 'START', ?, ?)",
                begun.stream().map(b -> Sql.row(b.attempt(), now, now)).toList());
    }

    private void writeHoldings(List<Begun> begun) throws SQLException {
        List<@Nullable Object[]> allocations = new ArrayList<>();
        List<@Nullable Object[]> gpus = new ArrayList<>();
        List<@Nullable Object[]> leases = new ArrayList<>();
        for (Begun b : begun) {
            String pool = b.queued().pool();
            int rank = 0;
            for (Placement p : b.placements()) {
                allocations.add(allocation(b.attempt(), rank++, pool, p));
                p.gpus().forEach(gpu -> gpus.add(Sql.row(pool, p.node(), gpu.index(), b.attempt())));
            }
            leases.add(Sql.row(
                    b.attempt(),
                    b.queued().team().value(),
                    b.queued().personId(),
                    b.placements().stream().mapToInt(p -> p.gpus().size()).sum(),
                    b.placements().stream().mapToInt(Placement::cpus).sum(),
                    now));
        }
        Sql.batch(c, """
                INSERT INTO allocation (attempt_id, rank, pool, node, tasks, cpus, memory_mib, gpu_type, gpu_indices)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""", allocations);
        Sql.batch(c, "INSERT INTO gpu_hold (pool, node, gpu_index, attempt_id) VALUES (?, ?, ?, ?)", gpus);
        Sql.batch(
                c,
                "INSERT INTO lease (attempt_id, team, person_id, gpus, cpus, since) VALUES (?, ?, ?, ?, ?, ?)",
                leases);
    }

    private static @Nullable Object[] allocation(UUID attempt, int rank, String pool, Placement p) {
        String types = p.gpus().stream().map(PlacedGpu::type).distinct().collect(Collectors.joining(","));
        Integer[] indices = p.gpus().stream().map(PlacedGpu::index).toArray(Integer[]::new);
        String type = types.isEmpty() ? null : types;
        return Sql.row(attempt, rank, pool, p.node(), p.tasks(), p.cpus(), p.memoryMiB(), type, indices);
    }
}
