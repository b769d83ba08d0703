package org.gatehouse.scheduler;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gatehouse.node.spi.FakeConnector;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.application.Dispatching;
import org.gatehouse.scheduler.application.JobControl;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.ObservePools;
import org.gatehouse.scheduler.application.SchedulerPass;
import org.gatehouse.scheduler.application.Submissions;
import org.gatehouse.scheduler.dispatch.Dispatcher;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.scheduler.persistence.LeaderTable;
import org.gatehouse.script.ScriptBytes;
import org.gatehouse.script.ScriptSource;

/** An installation without its loops: the real PostgreSQL, a pool that obeys the test, and a clock that stands until it is moved. */
public final class World {

    public final TestDatabase db = TestDatabase.fresh();
    public final FakeConnector pool = new FakeConnector("demo", FakeConnector.nodes("demo-a", 4, 32, 4, "a100"));
    public final StandingClock clock = new StandingClock();
    public final Database database = db.database();
    public final Pools pools;
    public final GpuCap cap = new GpuCap.AtMost(new GpuCount(8));
    public final Jobs jobs = new Jobs(database, clock);
    public final JobControl control = new JobControl(database, jobs, clock);
    public final ObservePools observe = new ObservePools(database, clock);
    public final Submissions submissions;
    public final Dispatcher dispatcher;
    public final SchedulerPass pass;
    public long epoch;

    /** A clock that a test moves. */
    public static final class StandingClock extends Clock {
        private volatile Instant now = Instant.parse("2026-12-01T12:00:00Z");

        public void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneId.of("UTC");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    public World() {
        this.pools = new Pools(List.<NodeConnector>of(pool));
        this.submissions = new Submissions(
                database, pools, new Submissions.Rules(cap, ZoneId.of("Europe/Berlin"), 100_000), clock);
        this.dispatcher = new Dispatcher(new Dispatching(database, observe, clock), observe, pools);
        this.pass = new SchedulerPass(database, pools, cap, clock);
        this.epoch = lead();
    }

    /** Takes the lead, as a portal that has just begun does. */
    public long lead() {
        clock.pass(Duration.ofSeconds(10));
        return database.inTransaction(c -> LeaderTable.take(c, "test", clock.instant(), Duration.ofSeconds(4)))
                .orElseThrow();
    }

    /** A person in teams; a team with a star at its end is one they run. */
    public Viewer person(String name, String... teams) {
        db.execute("INSERT INTO person (subject, username, display_name, first_seen) VALUES ('" + name + "', '" + name
                + "', '" + name + "', now()) ON CONFLICT DO NOTHING");
        long id = db.count("SELECT id FROM person WHERE subject = '" + name + "'");
        Set<TeamPath> member = new HashSet<>();
        Set<TeamPath> admin = new HashSet<>();
        Arrays.stream(teams).forEach(t -> {
            TeamPath path = new TeamPath(t.replace("*", ""));
            member.add(path);
            if (t.endsWith("*")) {
                admin.add(path);
            }
        });
        return new Viewer(id, name, member, admin, name.equals("dave"), name.equals("erin"), "127.0.0.1");
    }

    public static Submissions.Submission script(String... lines) {
        String text = "#!/bin/bash\n" + String.join("\n", lines) + "\n";
        return new Submissions.Submission(
                new ScriptSource(
                        ScriptBytes.of(text.getBytes(StandardCharsets.UTF_8)), "job.sh", List.of(), Map.of(), Map.of()),
                Optional.empty());
    }

    public Job submit(Viewer viewer, String... lines) {
        return switch (submissions.submit(viewer, script(lines))) {
            case Submissions.Answer.Accepted(Job job) -> job;
            case Submissions.Answer.Refused(var reading) ->
                throw new AssertionError(reading.verdict().findings().toString());
            case Submissions.Answer.NoSuchPool(String name, var _) -> throw new AssertionError(name);
        };
    }

    /** Plans, tells pools, and looks once. */
    public void step() {
        pass.runOnePass(epoch);
        dispatcher.runOnce(epoch);
        observe.observe(pool, epoch);
    }

    public Job job(Viewer viewer, Job job) {
        return jobs.find(viewer, job.id()).orElseThrow().job();
    }

    public JobState state(Viewer viewer, Job job) {
        return job(viewer, job).state();
    }

    public int number() {
        return database.inTransaction(EventTable::number);
    }

    /** Waits for a condition, with a deadline. */
    public static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it did not happen");
            }
            Thread.onSpinWait();
        }
    }
}
