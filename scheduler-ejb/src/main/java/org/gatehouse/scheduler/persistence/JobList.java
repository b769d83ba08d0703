package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.TaskOf;
import org.jspecify.annotations.Nullable;

/**
 * Pages of jobs, newest first, with keyset cursors: a page costs the same wherever it lies. Only what the viewer may see is
 * ever read.
 */
public final class JobList {

    private JobList() {}

    /** Whose jobs. */
    public enum Scope {
        MINE,
        TEAM,
        ALL
    }

    /**
     * @param states empty for all
     * @param before jobs with a lower id than this
     * @param limit rows of a page
     */
    public record Query(Scope scope, Set<JobState> states, Optional<TeamPath> team, Optional<Long> before, int limit) {}

    /**
     * @param counts jobs by state under the same filters, the filter by state left out
     * @param next the cursor of the next page
     * @param seq events after this number may change what was read
     */
    public record Page(List<Job> jobs, Map<JobState, Integer> counts, Optional<Long> next, long seq) {}

    /** A condition with its parameters. */
    private record Condition(String sql, List<@Nullable Object> parameters) {}

    public static Page page(Connection c, Viewer viewer, Query query) throws SQLException {
        long seq = EventTable.last(c); // first: an event in between is told twice rather than never
        Condition visible = visible(viewer, query);
        Map<JobState, Integer> counts = new EnumMap<>(JobState.class);
        Sql.list(
                c,
                row -> counts.put(JobState.valueOf(row.getString(1)), row.getInt(2)),
                "SELECT j.state, count(*) FROM job j WHERE " + visible.sql() + " GROUP BY j.state",
                visible.parameters().toArray());
        StringBuilder where = new StringBuilder(visible.sql());
        List<@Nullable Object> parameters = new ArrayList<>(visible.parameters());
        if (!query.states().isEmpty()) {
            where.append(" AND j.state = ANY (?)");
            parameters.add(query.states().stream().map(Enum::name).toArray(String[]::new));
        }
        query.before().ifPresent(before -> {
            where.append(" AND j.id < ?");
            parameters.add(before);
        });
        parameters.add(query.limit() + 1);
        List<Job> jobs = rows(c, new Condition(where.toString(), parameters), "j.id DESC");
        boolean more = jobs.size() > query.limit();
        List<Job> page = more ? jobs.subList(0, query.limit()) : jobs;
        return new Page(page, counts, more ? Optional.of(page.getLast().id()) : Optional.empty(), seq);
    }

    /** @param which its last parameter is the limit */
    private static List<Job> rows(Connection c, Condition which, String order) throws SQLException {
        List<Job> jobs = Sql.list(
                c,
                JobTable::job,
                "SELECT " + JobTable.COLUMNS + " FROM job j JOIN person p ON p.id = j.person_id WHERE " + which.sql()
                        + " ORDER BY " + order + " LIMIT ?",
                which.parameters().toArray());
        Map<Long, List<Attempt>> attempts =
                AttemptTable.latestOfJobs(c, jobs.stream().map(Job::id).toList());
        List<Long> arrays = jobs.stream()
                .filter(job -> job.array().isPresent())
                .map(Job::id)
                .toList();
        Map<Long, Map<JobState, Integer>> counts = ArrayTable.counts(c, arrays);
        return jobs.stream()
                .map(job -> job.with(attempts.getOrDefault(job.id(), List.of()))
                        .counted(counts.getOrDefault(job.id(), Map.of())))
                .toList();
    }

    private static Condition visible(Viewer viewer, Query query) {
        List<@Nullable Object> parameters = new ArrayList<>();
        String sql = switch (query.scope()) {
            case MINE -> {
                parameters.add(viewer.personId());
                yield "j.person_id = ?";
            }
            case TEAM -> teams(viewer, parameters);
            case ALL -> everything(viewer, parameters);
        };
        if (query.team().isPresent()) {
            parameters.add(query.team().get().value());
            sql = sql + " AND j.team = ?";
        }
        return new Condition("j.array_id IS NULL AND " + sql, parameters);
    }

    /**
     * @param states empty for all
     * @param after indices above this
     * @param limit rows of a page
     */
    public record TaskQuery(Set<JobState> states, Optional<Integer> after, int limit) {}

    /** @param next the cursor of the next page */
    public record TaskPage(List<Job> tasks, Optional<Integer> next, long seq) {}

    /** Tasks of an array that have rows, by index; who may see the array may see them. */
    public static TaskPage tasks(Connection c, long array, TaskQuery query) throws SQLException {
        long seq = EventTable.last(c);
        StringBuilder where = new StringBuilder("j.array_id = ? AND j.array_index > ?");
        List<@Nullable Object> parameters =
                new ArrayList<>(List.of(array, query.after().orElse(-1)));
        if (!query.states().isEmpty()) {
            where.append(" AND j.state = ANY (?)");
            parameters.add(query.states().stream().map(Enum::name).toArray(String[]::new));
        }
        parameters.add(query.limit() + 1);
        List<Job> tasks = rows(c, new Condition(where.toString(), parameters), "j.array_index");
        boolean more = tasks.size() > query.limit();
        List<Job> page = more ? tasks.subList(0, query.limit()) : tasks;
        Optional<Integer> next = more ? page.getLast().task().map(TaskOf::index) : Optional.empty();
        return new TaskPage(page, next, seq);
    }

    /** A condition on {@code job j} that holds for what the viewer may see at all. */
    static String everything(Viewer viewer, List<@Nullable Object> parameters) {
        if (viewer.operator() || viewer.auditor()) {
            return "true";
        }
        parameters.add(viewer.personId());
        return "(j.person_id = ? OR " + teams(viewer, parameters) + ")";
    }

    private static String teams(Viewer viewer, List<@Nullable Object> parameters) {
        parameters.add(viewer.member().stream().map(TeamPath::value).toArray(String[]::new));
        parameters.add(viewer.admin().stream().map(TeamPath::value).toArray(String[]::new));
        return "(j.team = ANY (?) OR EXISTS (SELECT 1 FROM unnest(?) a WHERE j.team = a OR starts_with(j.team, a || '/')))";
    }
}
