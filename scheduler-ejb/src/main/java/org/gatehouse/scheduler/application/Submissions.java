package org.gatehouse.scheduler.application;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.quota.CapRefusal;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.TeamTable;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.Finding;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.ScriptReader;
import org.gatehouse.script.ScriptSource;
import org.gatehouse.script.Severity;
import org.gatehouse.script.Verdict;

/** Reading a script for somebody, and accepting it as a job. Both say the same, so that what is shown is what happens. */
public final class Submissions {

    private static final System.Logger LOG = System.getLogger(Submissions.class.getName());

    private final Database database;
    private final Pools pools;
    private final Rules rules;
    private final Clock clock;
    private final ScriptReader reader = new ScriptReader();

    /**
     * What the installation sets.
     *
     * @param defaultCap of a team that has none of its own
     * @param zone in which clock times of scripts are meant
     * @param mostArrayIndex no index of an array may be higher
     */
    public record Rules(GpuCap defaultCap, ZoneId zone, int mostArrayIndex) {}

    public Submissions(Database database, Pools pools, Rules rules, Clock clock) {
        this.database = database;
        this.pools = pools;
        this.rules = rules;
        this.clock = clock;
    }

    /** @param pool the default pool when empty */
    public record Submission(ScriptSource source, Optional<String> pool) {}

    /** How it was read, for which pool. */
    public record Reading(Verdict verdict, NodeConnector pool) {}

    /** What became of a submission. */
    public sealed interface Answer {
        record Accepted(Job job) implements Answer {}

        /** Nothing was created. */
        record Refused(Reading reading) implements Answer {}

        record NoSuchPool(String name, List<String> there) implements Answer {}
    }

    /** How it would be read; creates nothing. Empty when there is no such pool. */
    public Optional<Reading> read(Viewer viewer, Submission submission) {
        return pool(submission).map(pool -> reading(viewer, submission, pool));
    }

    /** The names of all pools, the default one first. */
    public List<String> poolNames() {
        return pools.all().stream().map(p -> p.pool().name()).toList();
    }

    public Answer submit(Viewer viewer, Submission submission) {
        Optional<NodeConnector> pool = pool(submission);
        if (pool.isEmpty()) {
            return new Answer.NoSuchPool(submission.pool().orElse(""), poolNames());
        }
        Reading reading = reading(viewer, submission, pool.get());
        Optional<JobRequest> request = reading.verdict().request();
        if (request.isEmpty()) {
            return new Answer.Refused(reading);
        }
        NewJob job = NewJobs.of(request.get(), submission, reading);
        Instant now = clock.instant();
        Job accepted = database.inTransaction(c -> write(c, viewer, job, now));
        LOG.log(
                Level.INFO,
                "event=job-submitted job={0} team={1} pool={2}",
                Long.toString(accepted.id()),
                job.team(),
                job.pool());
        return new Answer.Accepted(accepted);
    }

    /** The job with all that tells of it. */
    private static Job write(Connection c, Viewer viewer, NewJob job, Instant now) throws SQLException {
        TeamTable.sighted(c, List.of(job.team()), now);
        long id = JobTable.insert(c, job, viewer.personId(), viewer.username(), now);
        String team = job.team().value();
        JobState state = job.timing().held() ? JobState.HELD : JobState.PENDING;
        EventTable.jobsChanged(c, now, List.of(new EventTable.JobChange(id, state, viewer.personId(), team)));
        AuditTable.add(
                c,
                new AuditTable.Entry(
                        now, viewer.username(), "job.submit", id, team, null, state.name(), viewer.origin()));
        DispatchTable.wake(c);
        return JobTable.find(c, id).orElseThrow();
    }

    private Optional<NodeConnector> pool(Submission submission) {
        return submission.pool().isEmpty()
                ? Optional.of(pools.defaultPool())
                : pools.named(submission.pool().get());
    }

    private Reading reading(Viewer viewer, Submission submission, NodeConnector pool) {
        Verdict verdict = reader.read(
                submission.source(),
                Offers.of(pool, viewer, clock.instant().atZone(rules.zone()), rules.mostArrayIndex()));
        Optional<JobRequest> request = verdict.request();
        if (request.isEmpty()) {
            return new Reading(verdict, pool);
        }
        List<Finding> more = new ArrayList<>(verdict.findings());
        overCap(request.get(), pool).ifPresent(more::add);
        more.addAll(dependencies(viewer, request.get()));
        more.addAll(LogPaths.outside(
                request.get(),
                pool.homeOf(new StartOrder.Person(viewer.personId(), viewer.username())),
                viewer.username()));
        boolean refused = more.stream().anyMatch(f -> f.severity() == Severity.ERROR);
        String summary = refused ? "Refused: see what is marked below." : verdict.summary();
        return new Reading(
                new Verdict(refused ? null : request.get(), summary, verdict.lines(), more, verdict.slurmWouldRefuse()),
                pool);
    }

    /** Jobs that it is to wait for must be there for the viewer. */
    private List<Finding> dependencies(Viewer viewer, JobRequest request) {
        List<Finding> findings = new ArrayList<>();
        request.timing().dependency().ifPresent(dependency -> {
            for (Dependency.Term term : dependency.terms()) {
                if (term.kind() != Dependency.Kind.SINGLETON) {
                    missing(viewer, term)
                            .ifPresent(message -> findings.add(new Finding(
                                    Severity.ERROR,
                                    "unknown-job",
                                    new Finding.Where(null, "dependency"),
                                    message,
                                    "name a job that is on your Jobs page")));
                }
            }
        });
        return findings;
    }

    private Optional<String> missing(Viewer viewer, Dependency.Term term) {
        Optional<Job> job = database.inTransaction(c -> JobTable.find(c, term.job()))
                .filter(found -> !Right.of(viewer, found).isEmpty());
        if (job.isEmpty()) {
            return Optional.of("there is no job " + term.job() + " that you may see");
        }
        boolean noSuchTask = term.index().isPresent()
                && !job.get()
                        .array()
                        .map(array -> array.indices().contains(term.index().getAsInt()))
                        .orElse(false);
        return noSuchTask
                ? Optional.of(
                        "job " + term.job() + " has no task " + term.index().getAsInt())
                : Optional.empty();
    }

    /** The fewest GPUs that so many whole nodes of its partition have. */
    private static int onWholeNodes(JobRequest request, NodeConnector pool) {
        return pool.inventory().nodes().stream()
                .filter(node -> node.partitions().contains(request.label().partition())
                        && !request.placing().exclude().contains(node.name()))
                .mapToInt(node -> node.gpus().size())
                .sorted()
                .limit(request.resources().nodes())
                .sum();
    }

    /** A cap that could never allow it, whatever runs. */
    private Optional<Finding> overCap(JobRequest request, NodeConnector pool) {
        TeamPath team = new TeamPath(request.label().team());
        int asked = request.resources().totalGpus();
        int held = request.placing().exclusive() ? Math.max(asked, onWholeNodes(request, pool)) : asked;
        GpuCount gpus = new GpuCount(held);
        String why = held > asked ? "this job asks for whole nodes, which have " + held : "this job asks for " + held;
        Optional<CapRefusal> never = database.inTransaction(c -> TeamTable.book(c, rules.defaultCap()))
                .neverFits(team, gpus);
        return never.map(cap -> new Finding(
                Severity.ERROR,
                "over-team-cap",
                new Finding.Where(null, "gres"),
                "team " + cap.owner() + " may use " + cap.cap() + " GPUs at a time; " + why,
                "ask for at most " + cap.cap() + ", or ask whoever runs Gatehouse to raise the team's cap"));
    }
}
