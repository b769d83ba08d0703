package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.EventTable.JobChange;
import org.gatehouse.scheduler.plan.Snapshot.Ask;
import org.gatehouse.script.IndexSet;
import org.gatehouse.script.JobRequest;
import org.jspecify.annotations.Nullable;

/** The queue as a scheduling pass reads it. */
public final class QueueTable {

    private QueueTable() {}

    /**
     * A waiting job, or the unstarted part of an array.
     *
     * @param array its own number for an array, the array's for a task that waits again
     * @param unstarted of an array
     */
    public record Queued(
            long id,
            int version,
            long personId,
            TeamPath team,
            String pool,
            Ask ask,
            JobRequest.Timing timing,
            Duration timeLimit,
            Optional<Long> array,
            Optional<Unstarted> unstarted,
            Optional<String> reason) {

        /** How many starts it is good for. */
        public int tasks() {
            return unstarted.map(u -> u.startable().size()).orElse(1);
        }

        /** The same array of which only these tasks may start. */
        public Queued with(IndexSet startable) {
            return new Queued(
                    id,
                    version,
                    personId,
                    team,
                    pool,
                    ask,
                    timing,
                    timeLimit,
                    array,
                    unstarted.map(u -> new Unstarted(u.waiting(), startable)),
                    reason);
        }

        JobChange change(JobState state) {
            return new JobChange(id, state, personId, team.value());
        }
    }

    /**
     * The part of an array without rows.
     *
     * @param waiting all of it
     * @param startable what of it may start
     */
    public record Unstarted(IndexSet waiting, IndexSet startable) {}

    /** What live allocations hold of one node. */
    public record NodeUse(String pool, String node, int cpus, long memoryMiB, List<Integer> gpus) {
        public NodeUse {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * All that waits and is not held, in the order of submission; the number breaks ties. O(waiting rows). The arrays among it
     * are locked.
     */
    public static List<Queued> waiting(Connection c) throws SQLException {
        Sql.list(c, row -> row.getLong(1), """
                SELECT id FROM job
                 WHERE id IN (SELECT coalesce(array_id, id) FROM job
                               WHERE queued = 'PENDING' AND (array_id IS NOT NULL OR array_indices IS NOT NULL))
                 ORDER BY id FOR UPDATE""");
        return Sql.list(c, QueueTable::queued, """
                SELECT id, state, team, pool, partition, parts, constraint_text, nodelist, exclude, exclusive, begin_at, deadline_at,
                       dependency, end_on_bad_dependency, time_limit_seconds, array_id, array_waiting, version, person_id,
                       wait_reason
                  FROM job WHERE queued = 'PENDING' ORDER BY submitted_at, id""");
    }

    private static Queued queued(ResultSet row) throws SQLException {
        long id = row.getLong("id");
        Optional<IndexSet> waiting =
                Optional.ofNullable(row.getString("array_waiting")).map(IndexSet::decode);
        Optional<Long> taskOf = Optional.ofNullable(Sql.number(row, "array_id"));
        return new Queued(
                id,
                row.getInt("version"),
                row.getLong("person_id"),
                new TeamPath(row.getString("team")),
                row.getString("pool"),
                new Ask(row.getString("partition"), JobTable.parts(row), JobTable.placing(row)),
                JobTable.timing(row),
                Duration.ofSeconds(row.getLong("time_limit_seconds")),
                waiting.isPresent() ? Optional.of(id) : taskOf,
                waiting.map(indices -> new Unstarted(indices, indices)),
                Optional.ofNullable(row.getString("wait_reason")));
    }

    /** How many more tasks may become active, for each array with a limit that still has something to start. */
    public static Map<Long, Integer> arrayRoom(Connection c) throws SQLException {
        Map<Long, Integer> room = new HashMap<>();
        Sql.list(c, row -> room.put(row.getLong("id"), row.getInt("room")), """
                SELECT j.id, j.array_at_once - coalesce(sum(n.tasks), 0)::integer AS room
                  FROM job j LEFT JOIN array_count n
                    ON n.array_id = j.id AND n.state IN ('STARTING', 'RUNNING', 'COMPLETING')
                 WHERE j.array_at_once IS NOT NULL AND j.ended_at IS NULL GROUP BY j.id""");
        return room;
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

    /** Writes the reasons that changed, with an event each. */
    public static void reasons(Connection c, Map<Long, WaitReason> waits, List<Queued> queue, Instant now)
            throws SQLException {
        List<JobChange> changes = new ArrayList<>();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Queued queued : queue) {
            WaitReason reason = waits.get(queued.id());
            boolean news = reason != null
                    && queued.reason()
                            .map(old -> !WaitReasonJson.decode(old).equals(reason))
                            .orElse(true);
            if (reason != null && news) {
                rows.add(Sql.row(WaitReasonJson.encode(reason), queued.id()));
                changes.add(queued.change(JobState.PENDING));
            }
        }
        Sql.batch(c, "UPDATE job SET wait_reason = ?::jsonb WHERE id = ? AND queued = 'PENDING'", rows);
        EventTable.jobsChanged(c, now, changes);
    }
}
