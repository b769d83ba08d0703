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
import java.util.OptionalInt;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobKind;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.scheduler.job.TaskOf;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.script.ArrayAsk;
import org.gatehouse.script.Constraint;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.IndexSet;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.WarningSignal;
import org.jspecify.annotations.Nullable;

/** Jobs one by one: accepting, and reading. An array is one row here; its tasks get rows when they start. */
public final class JobTable {

    static final String COLUMNS = """
            j.id, j.kind, j.state, j.version, j.person_id, p.username, j.team, j.pool, j.partition, j.name, j.submitted_at,
            j.started_at, j.ended_at, j.parts, j.cpus_per_task, j.time_limit_seconds, j.stdout_pattern, j.stderr_pattern,
            j.append_logs, j.constraint_text, j.nodelist, j.exclude, j.exclusive, j.begin_at, j.deadline_at, j.dependency,
            j.end_on_bad_dependency, j.warning_signal, j.warning_script_only, j.warning_seconds, j.requeue, j.requeue_requested_by, j.held_by,
            j.held_by_owner, j.array_indices, j.array_waiting, j.array_at_once, j.array_id, j.array_index, j.notices,
            j.wait_reason, j.cancel_requested_at, j.cancel_requested_by, j.cancel_reason""";

    private JobTable() {}

    /** Accepts a job: it waits from the commit on. An array is one row, whatever the number of its tasks. */
    // size: one parameter of the statement a line
    public static long insert(Connection c, NewJob job, long personId, String by, Instant now) throws SQLException {
        Asked asked = job.asked();
        JobRequest.Timing timing = job.timing();
        Optional<WarningSignal> warning = asked.ending().warning();
        JobState state = timing.held() ? JobState.HELD : JobState.PENDING;
        Optional<String> indices = job.array().map(array -> array.indices().toString());
        long id = Sql.one(
                        c,
                        row -> row.getLong(1),
                        """
                        INSERT INTO job (kind, state, queued, person_id, team, pool, partition, name, submitted_at, parts,
                            cpus_per_task, time_limit_seconds, stdout_pattern, stderr_pattern, append_logs, constraint_text,
                            nodelist, exclude, exclusive, begin_at, deadline_at, dependency, end_on_bad_dependency,
                            warning_signal, warning_script_only, warning_seconds, requeue, held_by, held_by_owner,
                            array_indices, array_waiting, array_at_once, notices, wait_reason)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                            ?::integer, ?::jsonb, ?::jsonb)
                        RETURNING id""",
                        job.kind(),
                        state,
                        state,
                        personId,
                        job.team().value(),
                        job.pool(),
                        job.partition(),
                        job.name(),
                        now,
                        asked.parts().stream().map(Part::encoded).toArray(String[]::new),
                        asked.cpusPerTask(),
                        asked.timeLimit().toSeconds(),
                        asked.logs().stdout(),
                        asked.logs().stderr(),
                        asked.logs().append(),
                        asked.placing().constraint().map(Constraint::text),
                        asked.placing().nodelist().toArray(String[]::new),
                        asked.placing().exclude().toArray(String[]::new),
                        asked.placing().exclusive(),
                        timing.begin(),
                        timing.deadline(),
                        timing.dependency().map(Dependency::encode),
                        timing.endOnBadDependency(),
                        warning.map(WarningSignal::number),
                        warning.map(WarningSignal::scriptOnly).orElse(false),
                        warning.map(w -> (int) w.before().toSeconds()),
                        asked.ending().requeue(),
                        timing.held() ? by : null,
                        timing.held() ? (Boolean) true : null,
                        indices,
                        indices,
                        job.array().map(ArrayAsk::atOnce).map(JobTable::box).orElse(null),
                        job.notices(),
                        WaitReasonJson.encode(new WaitReason.JustSubmitted()))
                .orElseThrow();
        insertProgram(c, id, job.program());
        if (timing.dependency().isPresent()) {
            DependencyTable.insert(c, id, timing.dependency().get());
        }
        if (job.array().isPresent()) {
            ArrayTable.begin(c, id, state, job.array().get().indices().size());
        }
        return id;
    }

    private static @Nullable Integer box(OptionalInt number) {
        return number.isPresent() ? (Integer) number.getAsInt() : null;
    }

    private static void insertProgram(Connection c, long id, NewJob.Program program) throws SQLException {
        Sql.update(
                c,
                """
                INSERT INTO program (job_id, script_original, script, args, environment, work_folder)
                VALUES (?, ?, ?, ?, ?, ?)""",
                id,
                program.original(),
                program.clean(),
                program.args().toArray(String[]::new),
                program.environment().entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toArray(String[]::new),
                program.workFolder());
    }

    /** A job with all its attempts. The row comes first: an attempt that it tells of is there when attempts are read. */
    public static Optional<Job> find(Connection c, long id) throws SQLException {
        Optional<Job> found = Sql.one(
                c,
                JobTable::job,
                "SELECT " + COLUMNS + " FROM job j JOIN person p ON p.id = j.person_id WHERE j.id = ?",
                id);
        if (found.isEmpty()) {
            return found;
        }
        Job job = found.get().with(AttemptTable.ofJobs(c, List.of(id)).getOrDefault(id, List.of()));
        return Optional.of(
                job.array().isEmpty()
                        ? job
                        : job.counted(ArrayTable.counts(c, List.of(id)).getOrDefault(id, Map.of())));
    }

    /** The number of a task that has a row. */
    public static Optional<Long> task(Connection c, long array, int index) throws SQLException {
        return Sql.one(
                c, row -> row.getLong(1), "SELECT id FROM job WHERE array_id = ? AND array_index = ?", array, index);
    }

    /** What runs; tasks share their array's. */
    public static Optional<NewJob.Program> program(Connection c, long id) throws SQLException {
        return Sql.one(
                c,
                row -> new NewJob.Program(
                        row.getBytes("script_original"),
                        row.getBytes("script"),
                        Sql.texts(row, "args"),
                        environment(Sql.texts(row, "environment")),
                        Optional.ofNullable(row.getString("work_folder"))),
                """
                SELECT r.* FROM program r JOIN job j ON r.job_id = coalesce(j.array_id, j.id) WHERE j.id = ?""",
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

    /** Without its attempts and counts. */
    // size: a line for each member
    static Job job(ResultSet row) throws SQLException {
        String reason = row.getString("wait_reason");
        return new Job(
                row.getLong("id"),
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
                timing(row),
                array(row),
                task(row),
                hold(row),
                reason == null ? Optional.empty() : Optional.of(WaitReasonJson.decode(reason)),
                cancel(row),
                Optional.ofNullable(row.getString("requeue_requested_by")),
                row.getString("notices"),
                List.of());
    }

    private static Optional<Job.CancelRequest> cancel(ResultSet row) throws SQLException {
        Instant at = Sql.instant(row, "cancel_requested_at");
        return at == null
                ? Optional.empty()
                : Optional.of(new Job.CancelRequest(
                        at, row.getString("cancel_requested_by"), Optional.ofNullable(row.getString("cancel_reason"))));
    }

    private static Optional<Job.Hold> hold(ResultSet row) throws SQLException {
        String by = row.getString("held_by");
        return by == null ? Optional.empty() : Optional.of(new Job.Hold(by, row.getBoolean("held_by_owner")));
    }

    private static Optional<ArrayOf> array(ResultSet row) throws SQLException {
        String indices = row.getString("array_indices");
        if (indices == null) {
            return Optional.empty();
        }
        Integer atOnce = Sql.integer(row, "array_at_once");
        return Optional.of(new ArrayOf(
                IndexSet.decode(indices),
                IndexSet.decode(row.getString("array_waiting")),
                atOnce == null ? OptionalInt.empty() : OptionalInt.of(atOnce),
                Map.of()));
    }

    private static Optional<TaskOf> task(ResultSet row) throws SQLException {
        Long array = Sql.number(row, "array_id");
        return array == null ? Optional.empty() : Optional.of(new TaskOf(array, row.getInt("array_index")));
    }

    static Asked asked(ResultSet row) throws SQLException {
        Integer signal = Sql.integer(row, "warning_signal");
        Optional<WarningSignal> warning = signal == null
                ? Optional.empty()
                : Optional.of(new WarningSignal(
                        signal,
                        row.getBoolean("warning_script_only"),
                        Duration.ofSeconds(row.getInt("warning_seconds"))));
        return new Asked(
                parts(row),
                row.getInt("cpus_per_task"),
                Duration.ofSeconds(row.getLong("time_limit_seconds")),
                placing(row),
                new JobRequest.Ending(warning, row.getBoolean("requeue")),
                new Asked.Logs(
                        row.getString("stdout_pattern"),
                        Optional.ofNullable(row.getString("stderr_pattern")),
                        row.getBoolean("append_logs")));
    }

    static List<Part> parts(ResultSet row) throws SQLException {
        return Sql.texts(row, "parts").stream().map(Part::decode).toList();
    }

    static JobRequest.Placing placing(ResultSet row) throws SQLException {
        return new JobRequest.Placing(
                Optional.ofNullable(row.getString("constraint_text")).map(Constraint::parse),
                Sql.texts(row, "nodelist"),
                Sql.texts(row, "exclude"),
                row.getBoolean("exclusive"));
    }

    static JobRequest.Timing timing(ResultSet row) throws SQLException {
        return new JobRequest.Timing(
                "HELD".equals(row.getString("state")),
                Sql.maybeInstant(row, "begin_at"),
                Sql.maybeInstant(row, "deadline_at"),
                Optional.ofNullable(row.getString("dependency")).map(Dependency::decode),
                row.getBoolean("end_on_bad_dependency"));
    }
}
