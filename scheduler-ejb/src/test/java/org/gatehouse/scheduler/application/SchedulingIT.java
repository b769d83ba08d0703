package org.gatehouse.scheduler.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.scheduler.World;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.junit.jupiter.api.Test;

/** Passes, starts, ends and faults on the real PostgreSQL, stepped by hand. */
class SchedulingIT {

    private final World world = new World();
    private final Viewer alice = world.person("alice", "vision");

    private AttemptId attempt(Job job) {
        return new AttemptId(world.job(alice, job).latestAttempt().orElseThrow().id());
    }

    @Test
    void aJobRunsFromSubmitToItsTrueEnd() {
        Job job = world.submit(alice, "#SBATCH --gres=gpu:a100:2", "sleep 600");
        assertEquals(JobState.PENDING, job.state());
        world.step();
        Job running = world.job(alice, job);
        assertEquals(JobState.RUNNING, running.state());
        assertEquals(
                List.of(0, 1),
                running.latestAttempt().orElseThrow().held().getFirst().gpuIndices());
        assertEquals(2, world.db.count("SELECT count(*) FROM gpu_hold"));
        world.pool.finish(attempt(job), 3);
        world.step();
        Job ended = world.job(alice, job);
        assertEquals(JobState.FAILED, ended.state());
        assertEquals(3, ended.latestAttempt().orElseThrow().exitCode());
        assertEquals("Failed with exit code 3", ended.sentence());
        assertEquals(0, world.db.count("SELECT count(*) FROM gpu_hold"));
        assertEquals(0, world.db.count("SELECT count(*) FROM lease WHERE released_at IS NULL"));
    }

    @Test
    void theCapOfATeamHoldsInTheTransactionThatStarts() {
        for (int n = 0; n < 6; n++) {
            world.submit(alice, "#SBATCH --gres=gpu:a100:2", "sleep 600");
        }
        world.step();
        assertEquals(8, world.db.count("SELECT sum(gpus) FROM lease WHERE released_at IS NULL"));
        Job last = world.job(alice, world.jobs.find(alice, 6).orElseThrow().job());
        assertEquals(Optional.of(new WaitReason.TeamAtCap("vision", 8, 8, 2)), last.waitReason());
        assertEquals("Team vision may use 8 GPUs at a time; 8 are in use and this job asks for 2", last.sentence());
    }

    @Test
    void moreThanTheCapIsRefusedAtSubmitWithTheCap() {
        var answer = world.submissions.submit(
                world.person("zed", "small"), World.script("#SBATCH --gres=gpu:a100:4", "#SBATCH -N1"));
        assertInstanceOf(Submissions.Answer.Accepted.class, answer);
        world.db.execute("UPDATE team SET gpu_cap = 3 WHERE path = 'small'");
        var refused = assertInstanceOf(
                Submissions.Answer.Refused.class,
                world.submissions.submit(world.person("zed", "small"), World.script("#SBATCH --gres=gpu:a100:4")));
        assertTrue(refused.reading().verdict().findings().stream()
                .anyMatch(f -> f.code().equals("over-team-cap")));
        assertEquals(1, world.db.count("SELECT count(*) FROM job"));
    }

    @Test
    void aStartWhoseReplyWasLostIsToldAgainAndHappensOnce() {
        Job job = world.submit(alice, "sleep 600");
        world.pool.loseNextReply();
        world.pass.runOnePass(world.epoch);
        world.dispatcher.runOnce(world.epoch);
        assertEquals(JobState.STARTING, world.state(alice, job));
        world.clock.pass(Duration.ofSeconds(31));
        world.dispatcher.runOnce(world.epoch);
        assertEquals(JobState.RUNNING, world.state(alice, job));
        assertEquals(1, world.pool.starts());
    }

    @Test
    void aStartWhoseReplyWasLostIsAdoptedAsSoonAsItIsSeen() {
        Job job = world.submit(alice, "sleep 600");
        world.pool.loseNextReply();
        world.step();
        assertEquals(JobState.RUNNING, world.state(alice, job));
        world.clock.pass(Duration.ofSeconds(31));
        world.step();
        assertEquals(1, world.pool.starts());
    }

    @Test
    void aRefusedStartIsTheAttemptsEndAndFreesWhatItHeld() {
        Job job = world.submit(alice, "#SBATCH --gres=gpu:1", "exit 0");
        world.pool.failNextStart("log file could not be opened: no such device");
        world.step();
        Job failed = world.job(alice, job);
        assertEquals(JobState.START_FAILED, failed.state());
        assertEquals("Could not be started: log file could not be opened: no such device", failed.sentence());
        assertEquals(0, world.db.count("SELECT count(*) FROM gpu_hold"));
    }

    @Test
    void aPoolInTheDarkChangesNoState() {
        Job job = world.submit(alice, "sleep 600");
        world.step();
        world.pool.goDark();
        for (int round = 0; round < 5; round++) {
            world.clock.pass(Duration.ofMinutes(10));
            world.step();
        }
        Job unseen = world.job(alice, job);
        assertEquals(JobState.RUNNING, unseen.state());
        assertTrue(unseen.latestAttempt().orElseThrow().seen().unseenSince().isPresent());
        Job waiting = world.submit(alice, "exit 0");
        world.step();
        assertInstanceOf(
                WaitReason.PoolAway.class,
                world.job(alice, waiting).waitReason().orElseThrow());
        world.pool.comeBack();
        world.step();
        assertTrue(world.job(alice, job)
                .latestAttempt()
                .orElseThrow()
                .seen()
                .unseenSince()
                .isEmpty());
        assertEquals(JobState.RUNNING, world.state(alice, job));
    }

    @Test
    void absenceCountsOnTwoAnswersOnly() {
        Job job = world.submit(alice, "sleep 600");
        world.step();
        world.pool.forget(attempt(job));
        world.step();
        assertEquals(JobState.RUNNING, world.state(alice, job), "one answer is not enough");
        world.clock.pass(ObservePools.ABSENT_FOR);
        world.step();
        assertEquals(JobState.ENDED_UNKNOWN, world.state(alice, job));
    }

    @Test
    void aWaitingJobIsCancelledAtOnceAndARunningOneOnceThePoolAgrees() {
        Job running = world.submit(alice, "sleep 600");
        world.step();
        Job waiting = world.submit(alice, "sleep 600");
        world.control.cancel(alice, waiting.id(), Optional.of("not needed"));
        assertEquals(JobState.CANCELLED, world.state(alice, waiting));
        world.control.cancel(alice, running.id(), Optional.empty());
        assertEquals(JobState.RUNNING, world.state(alice, running), "asked is not done");
        assertTrue(world.job(alice, running).cancel().isPresent());
        World.await(() -> {
            world.step();
            return world.state(alice, running) == JobState.CANCELLED;
        });
        assertEquals("Cancelled by alice", world.job(alice, running).sentence());
        assertInstanceOf(
                JobControl.Answer.Impossible.class, world.control.cancel(alice, running.id(), Optional.empty()));
    }

    @Test
    void aCancelThatThePoolDidNotHearIsToldAgain() {
        Job job = world.submit(alice, "sleep 600");
        world.step();
        world.pool.goDark();
        world.control.cancel(alice, job.id(), Optional.empty());
        world.step();
        assertEquals(JobState.RUNNING, world.state(alice, job));
        world.pool.comeBack();
        World.await(() -> {
            world.clock.pass(Duration.ofSeconds(31));
            world.step();
            return world.state(alice, job) == JobState.CANCELLED;
        });
    }

    @Test
    void aJobThatIsCancelledBeforeThePoolHeardOfItIsNeverStarted() {
        Job job = world.submit(alice, "#SBATCH --gres=gpu:1", "sleep 600");
        world.pass.runOnePass(world.epoch);
        world.control.cancel(alice, job.id(), Optional.empty());
        world.dispatcher.runOnce(world.epoch);
        assertEquals(JobState.CANCELLED, world.state(alice, job));
        assertEquals(0, world.pool.starts());
        assertEquals(0, world.db.count("SELECT count(*) FROM gpu_hold"));
    }

    @Test
    void aJobThatIsCancelledAfterALostReplyIsStoppedAndNotForgotten() {
        Job job = world.submit(alice, "sleep 600");
        world.pass.runOnePass(world.epoch);
        world.pool.loseNextReply();
        world.dispatcher.runOnce(world.epoch);
        world.control.cancel(alice, job.id(), Optional.empty());
        World.await(() -> {
            world.clock.pass(Duration.ofSeconds(31));
            world.step();
            return world.state(alice, job) == JobState.CANCELLED;
        });
        assertEquals(1, world.pool.starts());
        assertEquals(List.of(), world.pool.running());
    }

    @Test
    void aStaleLeaderWritesNothing() {
        Job job = world.submit(alice, "sleep 600");
        long old = world.epoch;
        world.epoch = world.lead();
        assertInstanceOf(SchedulerPass.Result.Fenced.class, world.pass.runOnePass(old));
        assertEquals(JobState.PENDING, world.state(alice, job));
        world.step();
        assertEquals(JobState.RUNNING, world.state(alice, job));
        world.pool.finish(attempt(job), 0);
        world.observe.observe(world.pool, old);
        assertEquals(JobState.RUNNING, world.state(alice, job));
    }

    @Test
    void twoPassesAtOnceStartEveryJobOnce() throws Exception {
        for (int n = 0; n < 40; n++) {
            world.submit(alice, "sleep 600");
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            var passes =
                    Collections.<Callable<SchedulerPass.Result>>nCopies(4, () -> world.pass.runOnePass(world.epoch));
            for (var pass : threads.invokeAll(passes)) {
                pass.get();
            }
        }
        assertEquals(40, world.db.count("SELECT count(*) FROM attempt"));
        assertEquals(40, world.db.count("SELECT count(DISTINCT job_id) FROM attempt"));
        assertEquals(40, world.db.count("SELECT count(*) FROM lease"));
    }

    @Test
    void eventsComeInTheOrderOfCommitsAndNoneIsMissed() throws Exception {
        try (var slow = world.db.source().getConnection();
                var statement = slow.createStatement()) {
            slow.setAutoCommit(false);
            statement.execute("INSERT INTO event (type, at, job_id) VALUES ('job', now(), 1)");
            world.submit(alice, "exit 0"); // a later event, committed first
            assertEquals(1, world.number());
            slow.commit();
        }
        assertEquals(1, world.number());
        var events = world.database.inTransaction(c -> org.gatehouse.scheduler.persistence.EventTable.after(c, 0, 10));
        assertEquals(List.of(1L, 2L), events.stream().map(e -> e.seq()).toList());
        assertEquals("PENDING", events.getFirst().state());
    }
}
