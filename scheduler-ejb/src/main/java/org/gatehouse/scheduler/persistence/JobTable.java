package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobKind;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.job.WaitReason;

/** Jobs one by one. */
public final class JobTable {

    static final String COLUMNS = """
            j.id, j.kind, j.state, j.version, j.person_id, p.username, j.team, j.pool, j.partition, j.name, j.submitted_at,
            j.started_at, j.ended_at, j.nodes, j.tasks, j.cpus_per_task, j.cpus, j.memory_mib, j.gpus, j.time_limit_seconds,
            j.stdout_pattern, j.stderr_pattern, j.append_logs, j.notices, j.wait_reason, j.cancel_requested_at,
            j.cancel_requested_by, j.cancel_reason""";

    private JobTable() {}

    /** Accepts a job: it is pending from the commit on. */
    // size: one parameter of the statement a line
    public static long insert(Connection c, NewJob job, long personId, Instant now) throws SQLException {
        Asked asked = job.asked();
        NewJob.Program program = job.program();
        return Sql.one(
                        c,
                        row -> row.getLong(1),
                        """
                        INSERT INTO job (kind, state, person_id, team, pool, partition, name, submitted_at, nodes, tasks,
                            cpus_per_task, cpus, memory_mib, gpus, time_limit_seconds, script_original, script, args,
                            environment, work_folder, stdout_pattern, stderr_pattern, append_logs, notices, wait_reason)
                        VALUES (?, 'PENDING', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::bigint, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb)
                        RETURNING id""",
                        job.kind(),
                        personId,
                        job.team().value(),
                        job.pool(),
                        job.partition(),
                        job.name(),
                        now,
                        asked.nodes(),
                        asked.tasks(),
                        asked.cpusPerTask(),
                        asked.shape().cpus(),
                        asked.shape().memoryMiB().isPresent()
                                ? asked.shape().memoryMiB().getAsLong()
                                : null,
                        asked.shape().gpus().stream().map(GpuAsk::encoded).toArray(String[]::new),
                        asked.timeLimit().toSeconds(),
                        program.original(),
                        program.clean(),
                        program.args().toArray(String[]::new),
                        program.environment().entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue())
                                .toArray(String[]::new),
                        program.workFolder(),
                        asked.logs().stdout(),
                        asked.logs().stderr(),
                        asked.logs().append(),
                        job.notices(),
                        WaitReasonJson.encode(new WaitReason.JustSubmitted()))
                .orElseThrow();
    }

    /** A job with all its attempts. The row comes first: an attempt that it tells of is there when attempts are read. */
    public static Optional<Job> find(Connection c, long id) throws SQLException {
        Optional<Job> found = Sql.one(
                c,
                JobTable::job,
                "SELECT " + COLUMNS + " FROM job j JOIN person p ON p.id = j.person_id WHERE j.id = ?",
                id);
        return found.isEmpty()
                ? found
                : Optional.of(
                        found.get().with(AttemptTable.ofJobs(c, List.of(id)).getOrDefault(id, List.of())));
    }

    /** What runs. */
    public static Optional<NewJob.Program> program(Connection c, long id) throws SQLException {
        return Sql.one(
                c,
                row -> new NewJob.Program(
                        row.getBytes("script_original"),
                        row.getBytes("script"),
                        Sql.texts(row, "args"),
                        environment(Sql.texts(row, "environment")),
                        Optional.ofNullable(row.getString("work_folder"))),
                "SELECT script_original, script, args, environment, work_folder FROM job WHERE id = ?",
                id);
    }

    private static Map<String, String> environment(List<String> pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String pair : pairs) {
            int at = pair.indexOf('=');
            map.put(pair.substring(0, at), pair.substring(at + 1));
        }
        return map;
    }

    /** Without its attempts. */
    static Job job(ResultSet row) throws SQLException {
        long id = row.getLong("id");
        String reason = row.getString("wait_reason");
        return new Job(
                id,
                JobKind.valueOf(row.getString("kind")),
                JobState.valueOf(row.getString("state")),
                row.getInt("version"),
                new Job.Owner(row.getLong("person_id"), row.getString("username")),
                new TeamPath(row.getString("team")),
                new Job.Place(row.getString("pool"), row.getString("partition")),
                row.getString("name"),
                new Job.Times(
                        Sql.time(row, "submitted_at"),
                        Sql.maybeInstant(row, "started_at"),
                        Sql.maybeInstant(row, "ended_at")),
                asked(row),
                reason == null ? Optional.empty() : Optional.of(WaitReasonJson.decode(reason)),
                Sql.maybeInstant(row, "cancel_requested_at").flatMap(at -> cancel(at, row)),
                row.getString("notices"),
                List.of());
    }

    private static Optional<Job.CancelRequest> cancel(Instant at, ResultSet row) {
        try {
            return Optional.of(new Job.CancelRequest(
                    at, row.getString("cancel_requested_by"), Optional.ofNullable(row.getString("cancel_reason"))));
        } catch (SQLException e) {
            throw new IllegalStateException("a column that was selected cannot be read", e);
        }
    }

    private static Asked asked(ResultSet row) throws SQLException {
        return new Asked(
                row.getInt("nodes"),
                row.getInt("tasks"),
                row.getInt("cpus_per_task"),
                shape(row),
                Duration.ofSeconds(row.getLong("time_limit_seconds")),
                new Asked.Logs(
                        row.getString("stdout_pattern"),
                        Optional.ofNullable(row.getString("stderr_pattern")),
                        row.getBoolean("append_logs")));
    }

    static Shape shape(ResultSet row) throws SQLException {
        Long memory = Sql.number(row, "memory_mib");
        return new Shape(
                row.getInt("cpus"),
                memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
                Sql.texts(row, "gpus").stream().map(GpuAsk::decode).toList());
    }

    /** A waiting job is cancelled at once. @return false when it is no longer waiting at this version */
    public static boolean cancelWaiting(Connection c, Job job, String by, Optional<String> reason, Instant now)
            throws SQLException {
        return Sql.update(c, """
                        UPDATE job SET state = 'CANCELLED', version = version + 1, ended_at = ?, wait_reason = NULL,
                               cancel_requested_at = ?, cancel_requested_by = ?, cancel_reason = ?
                         WHERE id = ? AND version = ? AND state IN ('PENDING', 'HELD')""", now, now, by, reason, job.id(), job.version()) == 1;
    }

    /** Notes the request for the end of an active job. @return false when it moved on meanwhile */
    public static boolean requestCancel(Connection c, Job job, String by, Optional<String> reason, Instant now)
            throws SQLException {
        return Sql.update(c, """
                        UPDATE job SET version = version + 1, cancel_requested_at = ?, cancel_requested_by = ?, cancel_reason = ?
                         WHERE id = ? AND version = ? AND ended_at IS NULL AND cancel_requested_at IS NULL""", now, by, reason, job.id(), job.version()) == 1;
    }

    /** The job follows its latest attempt, and only that one. @return what changed, for the event */
    public static Optional<EventTable.JobChange> follow(
            Connection c, Attempt attempt, JobState state, Optional<Instant> startedAt, Optional<Instant> endedAt)
            throws SQLException {
        return Sql.one(
                c,
                row -> new EventTable.JobChange(
                        row.getLong("id"), state, row.getLong("person_id"), row.getString("team")),
                """
                UPDATE job SET state = ?, version = version + 1, started_at = coalesce(?::timestamptz, started_at), ended_at = ?::timestamptz
                 WHERE id = ? AND ended_at IS NULL
                   AND ? = (SELECT max(number) FROM attempt WHERE job_id = job.id)
                RETURNING id, person_id, team""",
                state,
                startedAt,
                endedAt,
                attempt.jobId(),
                attempt.number());
    }
}
