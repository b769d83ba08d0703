package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.EventTable.JobChange;
import org.gatehouse.scheduler.plan.Plan;
import org.gatehouse.scheduler.plan.Plan.PlacedGpu;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;
import org.jspecify.annotations.Nullable;

/** The queue, read and moved as a set. */
public final class QueueTable {

    private QueueTable() {}

    /** A waiting job with what is needed to start it or to say why not. */
    public record Queued(Waiting waiting, int version, long personId, Optional<String> reason) {}

    /** What live allocations hold of one node. */
    public record NodeUse(String pool, String node, int cpus, long memoryMiB, List<Integer> gpus) {
        public NodeUse {
            gpus = List.copyOf(gpus);
        }
    }

    /** All waiting jobs in the order of their submission; the id breaks ties. */
    public static List<Queued> waiting(Connection c) throws SQLException {
        return Sql.list(
                c,
                row -> new Queued(
                        new Waiting(
                                row.getLong("id"),
                                new TeamPath(row.getString("team")),
                                row.getString("pool"),
                                row.getString("partition"),
                                JobTable.shape(row)),
                        row.getInt("version"),
                        row.getLong("person_id"),
                        Optional.ofNullable(row.getString("wait_reason"))),
                """
                SELECT id, team, pool, partition, cpus, memory_mib, gpus, version, person_id, wait_reason
                  FROM job WHERE state = 'PENDING' ORDER BY submitted_at, id""");
    }

    /** Use by node: O(live allocations). */
    public static Map<String, NodeUse> use(Connection c) throws SQLException {
        Map<String, NodeUse> found = new HashMap<>();
        Sql.list(
                c,
                row -> found.merge(
                        row.getString("pool") + "/" + row.getString("node"),
                        new NodeUse(
                                row.getString("pool"),
                                row.getString("node"),
                                row.getInt("cpus"),
                                row.getLong("memory_mib"),
                                Sql.numbers(row, "gpu_indices")),
                        QueueTable::add),
                "SELECT pool, node, cpus, memory_mib, gpu_indices FROM allocation WHERE released_at IS NULL");
        return found;
    }

    private static NodeUse add(NodeUse a, NodeUse b) {
        List<Integer> gpus = new ArrayList<>(a.gpus());
        gpus.addAll(b.gpus());
        return new NodeUse(a.pool(), a.node(), a.cpus() + b.cpus(), a.memoryMiB() + b.memoryMiB(), gpus);
    }

    /** A start with the job it is of and the attempt it makes. */
    private record Decided(Plan.Placement placement, Queued job, UUID attempt) {
        long jobId() {
            return job.waiting().jobId();
        }

        String pool() {
            return job.waiting().pool();
        }
    }

    /**
     * Starts many jobs at once: state, attempt, allocation, lease, event and intent of each. A job that moved on since it was
     * read is left out, and nothing of it is written.
     *
     * @return the jobs that were started
     */
    public static Set<Long> start(Connection c, List<Plan.Start> starts, List<Queued> queue, long epoch, Instant now)
            throws SQLException {
        Map<Long, Plan.Placement> placements =
                starts.stream().collect(Collectors.toMap(Plan.Start::jobId, Plan.Start::placement));
        List<Decided> wanted = new ArrayList<>();
        for (Queued job : queue) {
            Plan.Placement placement = placements.get(job.waiting().jobId());
            if (placement != null) {
                wanted.add(new Decided(placement, job, UUID.randomUUID()));
            }
        }
        Set<Long> taken = take(c, wanted);
        List<Decided> real =
                wanted.stream().filter(d -> taken.contains(d.jobId())).toList();
        writeAttempts(c, real, epoch, now);
        writeHoldings(c, real, now);
        EventTable.jobsChanged(
                c,
                now,
                real.stream().map(d -> change(d.job(), JobState.STARTING)).toList());
        return taken;
    }

    private static JobChange change(Queued q, JobState state) {
        return new JobChange(
                q.waiting().jobId(), state, q.personId(), q.waiting().team().value());
    }

    private static Set<Long> take(Connection c, List<Decided> wanted) throws SQLException {
        Long[] jobs = wanted.stream().map(Decided::jobId).toArray(Long[]::new);
        Integer[] versions = wanted.stream().map(d -> d.job().version()).toArray(Integer[]::new);
        return new HashSet<>(Sql.list(c, row -> row.getLong(1), """
                UPDATE job SET state = 'STARTING', version = job.version + 1, wait_reason = NULL
                  FROM unnest(?, ?) AS t(id, version)
                 WHERE job.id = t.id AND job.version = t.version AND job.state = 'PENDING'
                RETURNING job.id""", jobs, versions));
    }

    private static void writeAttempts(Connection c, List<Decided> starts, long epoch, Instant now) throws SQLException {
        Sql.batch(
                c,
                """
                INSERT INTO attempt (id, job_id, number, state, pool, epoch, created_at)
                VALUES (?, ?, 1 + (SELECT coalesce(max(number), 0) FROM attempt WHERE job_id = ?), 'STARTING', ?, ?, ?)""",
                starts.stream()
                        .map(d -> Sql.row(d.attempt(), d.jobId(), d.jobId(), d.pool(), epoch, now))
                        .toList());
        Sql.batch(
                c,
                "INSERT INTO dispatch (attempt_id, intent, created_at, next_try_at) VALUES (?, 'START', ?, ?)",
                starts.stream().map(d -> Sql.row(d.attempt(), now, now)).toList());
    }

    private static void writeHoldings(Connection c, List<Decided> starts, Instant now) throws SQLException {
        List<@Nullable Object[]> allocations = new ArrayList<>();
        List<@Nullable Object[]> gpus = new ArrayList<>();
        List<@Nullable Object[]> leases = new ArrayList<>();
        for (Decided d : starts) {
            Plan.Placement p = d.placement();
            String types = p.gpus().stream().map(PlacedGpu::type).distinct().collect(Collectors.joining(","));
            Integer[] indices = p.gpus().stream().map(PlacedGpu::index).toArray(Integer[]::new);
            String type = types.isEmpty() ? null : types;
            allocations.add(Sql.row(d.attempt(), d.pool(), p.node(), p.cpus(), p.memoryMiB(), type, indices));
            for (Integer index : indices) {
                gpus.add(Sql.row(d.pool(), p.node(), index, d.attempt()));
            }
            String team = d.job().waiting().team().value();
            leases.add(Sql.row(d.attempt(), team, d.job().personId(), indices.length, p.cpus(), now));
        }
        Sql.batch(c, """
                INSERT INTO allocation (attempt_id, rank, pool, node, cpus, memory_mib, gpu_type, gpu_indices)
                VALUES (?, 0, ?, ?, ?, ?, ?, ?)""", allocations);
        Sql.batch(c, "INSERT INTO gpu_hold (pool, node, gpu_index, attempt_id) VALUES (?, ?, ?, ?)", gpus);
        Sql.batch(
                c,
                "INSERT INTO lease (attempt_id, team, person_id, gpus, cpus, since) VALUES (?, ?, ?, ?, ?, ?)",
                leases);
    }

    /** Writes the reasons that changed, with an event each. */
    public static void reasons(Connection c, Map<Long, WaitReason> waits, List<Queued> queue, Instant now)
            throws SQLException {
        List<JobChange> changes = new ArrayList<>();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Queued queued : queue) {
            WaitReason reason = waits.get(queued.waiting().jobId());
            boolean news = reason != null
                    && queued.reason()
                            .map(old -> !WaitReasonJson.decode(old).equals(reason))
                            .orElse(true);
            if (reason != null && news) {
                rows.add(Sql.row(WaitReasonJson.encode(reason), queued.waiting().jobId(), queued.version()));
                changes.add(change(queued, JobState.PENDING));
            }
        }
        Sql.batch(c, "UPDATE job SET wait_reason = ?::jsonb WHERE id = ? AND version = ? AND state = 'PENDING'", rows);
        EventTable.jobsChanged(c, now, changes);
    }
}
