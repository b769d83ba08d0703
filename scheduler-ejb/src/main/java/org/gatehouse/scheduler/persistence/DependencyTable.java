package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.Precondition;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.IndexSet;
import org.jspecify.annotations.Nullable;

/** Where the jobs stand that others wait for. */
public final class DependencyTable {

    private static final String KNOWN = """
            SELECT d.job_id, d.kind, d.on_job, d.on_index, NULL::bigint AS earlier,
                   coalesce(t.state, CASE WHEN d.on_index IS NULL THEN o.state ELSE coalesce(o.queued, 'CANCELLED') END) AS state,
                   CASE WHEN d.on_index IS NOT NULL THEN t.started_at
                        WHEN coalesce(o.array_waiting, '') = '' THEN o.started_at END AS started_at
              FROM dependency d
              JOIN job w ON w.id = d.job_id AND w.queued = 'PENDING'
              JOIN job o ON o.id = d.on_job
              LEFT JOIN job t ON t.array_id = o.id AND t.array_index = d.on_index
            UNION ALL
            SELECT d.job_id, d.kind, 0, NULL, s.id, 'COMPLETED', NULL
              FROM dependency d
              JOIN job w ON w.id = d.job_id AND w.queued = 'PENDING'
              LEFT JOIN LATERAL (SELECT e.id FROM job e
                     WHERE e.person_id = w.person_id AND e.name = w.name AND e.id < w.id AND e.ended_at IS NULL
                       AND e.array_id IS NULL ORDER BY e.id LIMIT 1) s ON true
             WHERE d.kind = 'SINGLETON'""";

    private DependencyTable() {}

    /** What a term is about: a job, or one task of an array. */
    private record Other(Dependency.Kind kind, long waiting, long job, OptionalInt index) {}

    /** Facts about every term of every job that waits; read once for a pass. */
    public static final class Known {
        private final Map<Other, Precondition.Facts> facts = new HashMap<>();

        public Optional<Precondition.Facts> of(long waiting, Dependency.Term term) {
            return Optional.ofNullable(facts.get(new Other(term.kind(), waiting, term.job(), term.index())));
        }
    }

    static void insert(Connection c, long job, Dependency dependency) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Dependency.Term term : dependency.terms()) {
            Object on = term.kind() == Dependency.Kind.SINGLETON ? null : (Object) term.job();
            Object index = term.index().isPresent() ? (Object) term.index().getAsInt() : null;
            rows.add(Sql.row(job, rows.size(), term.kind(), on, index));
        }
        Sql.batch(c, "INSERT INTO dependency (job_id, position, kind, on_job, on_index) VALUES (?, ?, ?, ?, ?)", rows);
    }

    /**
     * All that is known for the jobs that wait now; O(their terms). A task that has no row yet stands as the unstarted part of its
     * array does.
     */
    public static Known known(Connection c) throws SQLException {
        var known = new Known();
        Sql.list(
                c,
                row -> {
                    Integer index = Sql.integer(row, "on_index");
                    var other = new Other(
                            Dependency.Kind.valueOf(row.getString("kind")),
                            row.getLong("job_id"),
                            row.getLong("on_job"),
                            index == null ? OptionalInt.empty() : OptionalInt.of(index));
                    return known.facts.put(
                            other,
                            new Precondition.Facts(
                                    JobState.valueOf(row.getString("state")),
                                    Sql.maybeInstant(row, "started_at"),
                                    Optional.ofNullable(Sql.number(row, "earlier"))));
                },
                KNOWN);
        return known;
    }

    /**
     * How far an array's tasks are, for others that wait task by task.
     *
     * @param well indices whose task ended well
     * @param open indices whose task has not ended
     */
    public record ByTask(BitSet well, BitSet open) {}

    /** For {@link Dependency.Kind#AFTER_CORR}: how the tasks of the other array ended; empty when it is no array. */
    public static Optional<ByTask> byTask(Connection c, long array) throws SQLException {
        Optional<String> waiting = Sql.one(
                        c,
                        row -> Optional.ofNullable(row.getString(1)),
                        "SELECT array_waiting FROM job WHERE id = ?",
                        array)
                .flatMap(text -> text);
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        var tasks = new ByTask(new BitSet(), IndexSet.decode(waiting.get()).toBits());
        Sql.list(
                c,
                row -> {
                    boolean well = row.getString("state").equals("COMPLETED");
                    if (well || row.getObject("ended_at") == null) {
                        (well ? tasks.well() : tasks.open()).set(row.getInt("array_index"));
                    }
                    return true;
                },
                "SELECT array_index, state, ended_at FROM job WHERE array_id = ?",
                array);
        return Optional.of(tasks);
    }
}
