package org.gatehouse.scheduler.application;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.quota.CapRefusal;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobKind;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.scheduler.persistence.JobTable;
import org.gatehouse.scheduler.persistence.Notices;
import org.gatehouse.scheduler.persistence.TeamTable;
import org.gatehouse.script.ExportMode;
import org.gatehouse.script.Finding;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.Memory;
import org.gatehouse.script.OpenMode;
import org.gatehouse.script.ScriptReader;
import org.gatehouse.script.ScriptSource;
import org.gatehouse.script.Severity;
import org.gatehouse.script.Verdict;

/** Reading a script for somebody, and accepting it as a job. Both say the same, so that what is shown is what happens. */
public final class Submissions {

    private static final System.Logger LOG = System.getLogger(Submissions.class.getName());

    private final Database database;
    private final Pools pools;
    private final GpuCap defaultCap;
    private final Clock clock;
    private final ScriptReader reader = new ScriptReader();

    public Submissions(Database database, Pools pools, GpuCap defaultCap, Clock clock) {
        this.database = database;
        this.pools = pools;
        this.defaultCap = defaultCap;
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
        NewJob job = newJob(request.get(), submission, reading);
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
        long id = JobTable.insert(c, job, viewer.personId(), now);
        String team = job.team().value();
        EventTable.jobsChanged(
                c, now, List.of(new EventTable.JobChange(id, JobState.PENDING, viewer.personId(), team)));
        AuditTable.add(
                c,
                new AuditTable.Entry(now, viewer.username(), "job.submit", id, team, null, "PENDING", viewer.origin()));
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
                submission.source(), Offers.of(pool, viewer, clock.instant().atZone(ZoneId.systemDefault()), 100_000));
        Optional<JobRequest> request = verdict.request();
        if (request.isEmpty()) {
            return new Reading(verdict, pool);
        }
        List<Finding> more = new ArrayList<>(verdict.findings());
        overCap(request.get()).ifPresent(more::add);
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

    /** A cap that could never allow it, whatever runs. */
    private Optional<Finding> overCap(JobRequest request) {
        TeamPath team = new TeamPath(request.label().team());
        GpuCount gpus = new GpuCount(request.resources().totalGpus());
        Optional<CapRefusal> never =
                database.inTransaction(c -> TeamTable.book(c, defaultCap)).neverFits(team, gpus);
        return never.map(cap -> new Finding(
                Severity.ERROR,
                "over-team-cap",
                new Finding.Where(null, "gres"),
                "team " + cap.owner() + " may use " + cap.cap() + " GPUs at a time; this job asks for " + gpus,
                "ask for at most " + cap.cap() + ", or ask whoever runs Gatehouse to raise the team's cap"));
    }

    // size: one line a field
    private static NewJob newJob(JobRequest request, Submission submission, Reading reading) {
        JobRequest.Resources resources = request.resources();
        JobRequest.Streams streams = request.streams();
        String stdout = streams.stdout().text();
        String stderr = streams.stderr().text();
        OptionalLong memory = switch (resources.memory()) {
            case Memory.Mebibytes(long mib) -> OptionalLong.of(mib);
            case Memory.WholeNode _ -> OptionalLong.empty();
        };
        List<GpuAsk> gpus = resources.gpus().stream()
                .map(g -> new GpuAsk(Optional.ofNullable(g.type()), g.count()))
                .toList();
        Asked asked = new Asked(
                resources.nodes(),
                resources.tasks(),
                resources.cpusPerTask(),
                new Shape(resources.totalCpus(), memory, gpus),
                request.label().timeLimit().limit(),
                new Asked.Logs(
                        stdout,
                        stderr.equals(stdout) ? Optional.empty() : Optional.of(stderr),
                        streams.openMode() == OpenMode.APPEND));
        return new NewJob(
                JobKind.BATCH,
                request.label().name(),
                new TeamPath(request.label().team()),
                reading.pool().pool().name(),
                request.label().partition(),
                asked,
                new NewJob.Program(
                        submission.source().bytes().toArray(),
                        request.program().script().toArray(),
                        request.program().args(),
                        environment(request.program().export()),
                        Optional.ofNullable(streams.chdir())),
                Notices.encode(reading.verdict().findings()));
    }

    /** A job starts from a clean environment; only what a list sets is added. */
    private static Map<String, String> environment(ExportMode export) {
        return switch (export) {
            case ExportMode.All _, ExportMode.None _ -> Map.of();
            case ExportMode.Listed listed -> listed.values();
        };
    }
}
