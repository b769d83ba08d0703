package org.gatehouse.scheduler.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.scheduler.World;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.ArrayOf;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.persistence.JobList;
import org.junit.jupiter.api.Test;

/** Arrays, dependencies, times, holds and requeues, from submit to end. */
class QueueIT {

    private final World world = new World();
    private final Viewer alice = world.person("alice", "vision");

    private Job now(Job job) {
        return world.job(alice, job);
    }

    private ArrayOf tasks(Job array) {
        return now(array).array().orElseThrow();
    }

    private Job task(Job array, int index) {
        long id = world.jobs.task(array.id(), index).orElseThrow();
        return world.jobs.find(alice, id).orElseThrow().job();
    }

    private void finish(Job job, int exitCode) {
        world.pool.finish(new AttemptId(now(job).latestAttempt().orElseThrow().id()), exitCode);
        world.step();
    }

    private void later(Duration time) {
        world.clock.pass(time);
        world.epoch = world.lead();
        world.step();
    }

    @Test
    void anArrayIsOneRowUntilItsTasksStartAndEachTaskHasANumberOfItsOwn() {
        Job array = world.submit(alice, "#SBATCH --array=1,3,5-9:2%2", "#SBATCH -c 4", "sleep 600");
        assertEquals(1, world.db.count("SELECT count(*) FROM job"));
        assertEquals("1-9:2", tasks(array).indices().toString());
        assertEquals(Map.of(JobState.PENDING, 5), tasks(array).counts());
        world.step();
        assertEquals(
                Map.of(JobState.RUNNING, 2, JobState.PENDING, 3), tasks(array).counts());
        assertEquals(JobState.RUNNING, now(array).state());
        assertEquals("5-9:2", tasks(array).waiting().toString());
        assertEquals(Optional.of(new WaitReason.ArrayFull()), now(array).waitReason());
        assertEquals(
                "5 tasks: 2 running, 3 waiting. As many tasks of the array are active as its limit allows",
                now(array).sentence());
        assertTrue(task(array, 1).id() > array.id());
        finish(task(array, 1), 0);
        finish(task(array, 3), 1);
        world.step();
        assertEquals(
                Map.of(JobState.RUNNING, 2, JobState.PENDING, 1, JobState.COMPLETED, 1, JobState.FAILED, 1),
                tasks(array).counts());
        finish(task(array, 5), 0);
        finish(task(array, 7), 0);
        world.step();
        finish(task(array, 9), 0);
        assertEquals(JobState.FAILED, now(array).state());
        assertEquals("5 tasks: 1 failed, 4 completed", now(array).sentence());
        assertTrue(now(array).times().ended().isPresent());
    }

    @Test
    void anArrayOfAHundredThousandIsAcceptedAtOnceAndListsShowIt() {
        world.submit(alice, "#SBATCH --array=0-9", "exit 0"); // warm
        long began = System.nanoTime();
        Job array = world.submit(alice, "#SBATCH --array=0-99999", "exit 0");
        long millis = (System.nanoTime() - began) / 1_000_000;
        assertEquals(100_000, tasks(array).indices().size());
        assertEquals(2, world.db.count("SELECT count(*) FROM job"));
        System.out.println("an array of 100,000 was accepted in " + millis + " ms");
        var query = new JobList.Query(JobList.Scope.MINE, Set.of(), Optional.empty(), Optional.empty(), 50);
        JobList.Page page = world.jobs.list(alice, query);
        assertEquals(
                List.of(array.id(), array.id() - 1),
                page.jobs().stream().map(Job::id).toList());
        assertEquals(2, page.counts().get(JobState.PENDING));
    }

    @Test
    void tasksAreListedByIndexInPagesAndByState() {
        Job array = world.submit(alice, "#SBATCH --array=10-14", "#SBATCH -c 1", "sleep 600");
        world.step();
        finish(task(array, 12), 3);
        var first = world.jobs.tasks(now(array), new JobList.TaskQuery(Set.of(), Optional.empty(), 2));
        assertEquals(List.of(10, 11), indices(first));
        assertEquals(Optional.of(11), first.next());
        var rest = world.jobs.tasks(now(array), new JobList.TaskQuery(Set.of(), first.next(), 10));
        assertEquals(List.of(12, 13, 14), indices(rest));
        var failed = world.jobs.tasks(now(array), new JobList.TaskQuery(Set.of(JobState.FAILED), Optional.empty(), 10));
        assertEquals(List.of(12), indices(failed));
    }

    private static List<Integer> indices(JobList.TaskPage page) {
        return page.tasks().stream().map(t -> t.task().orElseThrow().index()).toList();
    }

    /** Field cases B55 and B64: what waits books nothing, what has ended books nothing, what runs books itself. */
    @Test
    void anArrayBooksWhatRunsOfIt() {
        Job array = world.submit(alice, "#SBATCH --array=0-99%10", "#SBATCH --gres=gpu:1", "sleep 600");
        world.step();
        assertEquals(8, world.db.count("SELECT sum(gpus) FROM lease WHERE released_at IS NULL"));
        assertEquals(
                Optional.of(new WaitReason.TeamAtCap("vision", 8, 8, 1)),
                now(array).waitReason());
        finish(task(array, 0), 0);
        finish(task(array, 1), 1);
        assertEquals(tasks(array).active(), world.db.count("SELECT sum(gpus) FROM lease WHERE released_at IS NULL"));
        assertEquals(
                Map.of(JobState.COMPLETED, 1, JobState.FAILED, 1),
                ended(tasks(array).counts()));
    }

    private static Map<JobState, Integer> ended(Map<JobState, Integer> counts) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().ended())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void cancellingAnArrayEndsWhatWaitsAndAsksForTheEndOfWhatRuns() {
        Job array = world.submit(alice, "#SBATCH --array=1-100%2", "sleep 600");
        world.step();
        var answer = world.control.cancel(alice, array.id(), Optional.of("wrong data"));
        assertInstanceOf(JobControl.Answer.Done.class, answer);
        assertEquals(98, tasks(array).counts().get(JobState.CANCELLED));
        world.dispatcher.runOnce(world.epoch);
        World.await(() -> {
            world.step();
            return now(array).state() == JobState.CANCELLED;
        });
        assertEquals(Map.of(JobState.CANCELLED, 100), tasks(array).counts());
        assertEquals(2, world.pool.starts());
    }

    @Test
    void aHeldJobStartsAfterItsReleaseOnly() {
        Job job = world.submit(alice, "#SBATCH --hold", "sleep 600");
        world.step();
        assertEquals("Held by alice: it starts after it is released", now(job).sentence());
        world.control.release(alice, job.id());
        world.step();
        assertEquals(JobState.RUNNING, now(job).state());
        assertInstanceOf(JobControl.Answer.Impossible.class, world.control.hold(alice, job.id()));
    }

    @Test
    void whatAnAdminHoldsItsOwnerCannotRelease() {
        Viewer bob = world.person("bob", "vision*");
        Job job = world.submit(alice, "#SBATCH --begin=now+1hour", "sleep 600");
        world.control.hold(bob, job.id());
        assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.release(alice, job.id()));
        assertEquals(JobState.HELD, now(job).state());
        assertInstanceOf(JobControl.Answer.Done.class, world.control.release(bob, job.id()));
        assertEquals(JobState.PENDING, now(job).state());
    }

    @Test
    void theUnstartedTasksOfAnArrayAreHeldAndTheRestRunsOn() {
        Job array = world.submit(alice, "#SBATCH --array=1-4%1", "sleep 600");
        world.step();
        world.control.hold(alice, array.id());
        assertEquals(Map.of(JobState.RUNNING, 1, JobState.HELD, 3), tasks(array).counts());
        finish(task(array, 1), 0);
        assertEquals(JobState.HELD, now(array).state());
        world.control.release(alice, array.id());
        world.step();
        assertEquals(JobState.RUNNING, task(array, 2).state());
    }

    @Test
    void aJobBeginsWhenItsTimeHasComeAndSaysSo() {
        Job job = world.submit(alice, "#SBATCH --begin=now+1hour", "sleep 600");
        world.step();
        assertEquals("Starts at the earliest on 1 Dec 2026 13:00 UTC", now(job).sentence());
        later(Duration.ofMinutes(61));
        assertEquals(JobState.RUNNING, now(job).state());
    }

    @Test
    void aJobThatCanNoLongerEndBeforeItsDeadlineEndsThere() {
        Job job = world.submit(
                alice, "#SBATCH --deadline=now+2hours", "#SBATCH --time=1:00:00", "#SBATCH --hold", "exit 0");
        Job array = world.submit(
                alice,
                "#SBATCH --deadline=now+2hours",
                "#SBATCH --time=1:00:00",
                "#SBATCH --hold",
                "#SBATCH --array=1-3",
                "exit 0");
        later(Duration.ofMinutes(90));
        world.control.release(alice, job.id());
        world.control.release(alice, array.id());
        world.step();
        assertEquals(JobState.DEADLINE, now(job).state());
        assertEquals(JobState.DEADLINE, now(array).state());
        assertEquals(0, world.pool.starts());
    }

    @Test
    void aJobWaitsForOthersAndSaysForWhich() {
        Job first = world.submit(alice, "sleep 600");
        Job well = world.submit(alice, "#SBATCH --dependency=afterok:" + first.id(), "sleep 600");
        Job badly = world.submit(alice, "#SBATCH -d afternotok:" + first.id(), "sleep 600");
        Job any = world.submit(alice, "#SBATCH -d afterany:" + first.id(), "sleep 600");
        Job started = world.submit(alice, "#SBATCH -d after:" + first.id() + "+10", "sleep 600");
        world.step();
        world.step();
        assertEquals("Waits for job " + first.id() + " to end well", now(well).sentence());
        assertEquals(JobState.PENDING, now(started).state());
        finish(first, 1);
        world.step();
        assertEquals(JobState.DEPENDENCY_FAILED, now(well).state());
        assertEquals(
                "Not started: its dependency can no longer be met (job " + first.id() + " ended failed)",
                now(well).sentence());
        assertEquals(JobState.RUNNING, now(badly).state());
        assertEquals(JobState.RUNNING, now(any).state());
    }

    @Test
    void aDependencyThatCanNoLongerBeMetMayBeWaitedFor() {
        Job first = world.submit(alice, "exit 3");
        Job job = world.submit(alice, "#SBATCH -d afterok:" + first.id(), "#SBATCH --kill-on-invalid-dep=no", "exit 0");
        World.await(() -> {
            world.step();
            return now(first).state() == JobState.FAILED;
        });
        world.step();
        assertEquals(JobState.PENDING, now(job).state());
        assertInstanceOf(WaitReason.NeverMet.class, now(job).waitReason().orElseThrow());
    }

    @Test
    void oneOfSeveralIsEnoughWithAQuestionMark() {
        Job first = world.submit(alice, "sleep 600");
        Job second = world.submit(alice, "sleep 600");
        Job job = world.submit(alice, "#SBATCH -d afterok:" + first.id() + "?afterok:" + second.id(), "sleep 600");
        world.step();
        finish(first, 1);
        assertEquals(JobState.PENDING, now(job).state());
        finish(second, 0);
        world.step();
        assertEquals(JobState.RUNNING, now(job).state());
    }

    @Test
    void jobsOfOneNameRunOneAfterTheOther() {
        Job first = world.submit(alice, "#SBATCH -J night", "#SBATCH -d singleton", "sleep 600");
        Job second = world.submit(alice, "#SBATCH -J night", "#SBATCH -d singleton", "sleep 600");
        world.step();
        assertEquals(JobState.RUNNING, now(first).state());
        assertEquals(
                "Waits for job " + first.id() + " of the same name to end",
                now(second).sentence());
        finish(first, 1);
        world.step();
        assertEquals(JobState.RUNNING, now(second).state());
    }

    @Test
    void anArrayFollowsAnotherTaskByTask() {
        Job first = world.submit(alice, "#SBATCH --array=1-3", "sleep 600");
        Job second = world.submit(alice, "#SBATCH --array=1-4", "#SBATCH -d aftercorr:" + first.id(), "sleep 600");
        world.step();
        world.step();
        assertEquals(
                Map.of(JobState.PENDING, 3, JobState.DEPENDENCY_FAILED, 1),
                tasks(second).counts());
        finish(task(first, 2), 0);
        world.step();
        assertEquals(JobState.RUNNING, task(second, 2).state());
        assertEquals("1,3", tasks(second).waiting().toString());
        finish(task(first, 1), 1);
        world.step();
        assertEquals("3", tasks(second).waiting().toString());
        assertEquals(2, tasks(second).counts().get(JobState.DEPENDENCY_FAILED));
    }

    @Test
    void anArrayMayFollowOneOfSeveral() {
        Job failed = world.submit(alice, "#SBATCH --array=0-1", "sleep 600");
        Job well = world.submit(alice, "sleep 600");
        Job either = world.submit(
                alice,
                "#SBATCH --array=0-1",
                "#SBATCH -d aftercorr:" + failed.id() + "?afterok:" + well.id(),
                "sleep 600");
        world.step();
        finish(task(failed, 0), 1);
        finish(task(failed, 1), 1);
        world.step();
        assertEquals(Map.of(JobState.PENDING, 2), tasks(either).counts());
        finish(well, 0);
        world.step();
        assertEquals(Map.of(JobState.RUNNING, 2), tasks(either).counts());
    }

    @Test
    void anArrayThatWasCancelledRunsAgainAsAWholeAndCanBeCancelledAgain() {
        Job array = world.submit(alice, "#SBATCH --array=0-9%2", "sleep 600");
        world.step();
        world.control.cancel(alice, array.id(), Optional.empty());
        World.await(() -> {
            world.step();
            return now(array).state() == JobState.CANCELLED;
        });
        assertInstanceOf(JobControl.Answer.Done.class, world.control.requeue(alice, array.id()));
        assertEquals(Map.of(JobState.PENDING, 10), tasks(array).counts());
        world.step();
        assertEquals(
                Map.of(JobState.PENDING, 8, JobState.RUNNING, 2), tasks(array).counts());
        assertTrue(Action.of(alice, now(array)).contains(Action.CANCEL));
        world.control.cancel(alice, array.id(), Optional.empty());
        assertEquals(
                "10 tasks: 2 running, 8 cancelled; alice asked for its end",
                now(array).sentence());
        World.await(() -> {
            world.step();
            return now(array).state() == JobState.CANCELLED;
        });
        assertEquals(Map.of(JobState.CANCELLED, 10), tasks(array).counts());
    }

    @Test
    void anAdminsHoldIsStrongerThanTheOwnersOwn() {
        Viewer bob = world.person("bob", "vision*");
        for (Job job : List.of(
                world.submit(alice, "#SBATCH --hold", "exit 0"),
                world.submit(alice, "#SBATCH --hold", "#SBATCH --array=1-3", "exit 0"))) {
            world.control.hold(bob, job.id());
            assertEquals(Optional.of(new Job.Hold("bob", false)), now(job).hold());
            assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.release(alice, job.id()));
            world.control.hold(alice, job.id());
            assertEquals(Optional.of(new Job.Hold("bob", false)), now(job).hold());
            assertEquals(JobState.HELD, now(job).state());
        }
    }

    @Test
    void aTaskOfAnArrayMayBeWaitedForAlone() {
        Job array = world.submit(alice, "#SBATCH --array=1-3", "sleep 600");
        Job job = world.submit(alice, "#SBATCH -d afterok:" + array.id() + "_2", "sleep 600");
        world.step();
        finish(task(array, 2), 0);
        world.step();
        assertEquals(JobState.RUNNING, now(job).state());
    }

    @Test
    void whatOneMayNotSeeOneCannotWaitFor() {
        Job foreign = world.submit(world.person("carol", "nlp"), "exit 0");
        var refused = assertInstanceOf(
                Submissions.Answer.Refused.class,
                world.submissions.submit(alice, World.script("#SBATCH -d afterok:" + foreign.id() + ":999", "exit 0")));
        assertEquals(
                List.of(
                        "there is no job " + foreign.id() + " that you may see",
                        "there is no job 999 that you may see"),
                refused.reading().verdict().errors().stream()
                        .map(finding -> finding.message())
                        .toList());
    }

    @Test
    void anEndedJobRunsAgainAsItsNextAttempt() {
        Job job = world.submit(alice, "sleep 600");
        world.step();
        finish(job, 1);
        assertInstanceOf(JobControl.Answer.Done.class, world.control.requeue(alice, job.id()));
        assertEquals(JobState.PENDING, now(job).state());
        world.step();
        assertEquals(JobState.RUNNING, now(job).state());
        finish(job, 0);
        assertEquals(JobState.COMPLETED, now(job).state());
        assertEquals(
                List.of(JobState.FAILED, JobState.COMPLETED),
                now(job).attempts().stream().map(Attempt::state).toList());
    }

    @Test
    void aRunningJobIsEndedAndRunsAgain() {
        Job job = world.submit(alice, "sleep 600");
        world.step();
        world.control.requeue(alice, job.id());
        World.await(() -> {
            world.step();
            return now(job).attempts().size() == 2 && now(job).state() == JobState.RUNNING;
        });
        assertEquals(
                "Cancelled by alice", now(job).attempts().getFirst().detail().orElseThrow());
        assertTrue(now(job).cancel().isEmpty());
    }

    @Test
    void whatWasSubmittedNotToBeRequeuedIsNot() {
        Job job = world.submit(alice, "#SBATCH --no-requeue", "sleep 600");
        world.step();
        finish(job, 1);
        assertInstanceOf(JobControl.Answer.Impossible.class, world.control.requeue(alice, job.id()));
    }

    @Test
    void aTaskRunsAgainWithinTheLimitOfItsArray() {
        Job array = world.submit(alice, "#SBATCH --array=1-3%1", "sleep 600");
        world.step();
        finish(task(array, 1), 1);
        world.step();
        world.control.requeue(alice, task(array, 1).id());
        world.step();
        assertEquals(1, tasks(array).active());
        finish(task(array, 2), 0);
        world.step();
        assertEquals(1, tasks(array).active());
        assertEquals(
                Map.of(JobState.RUNNING, 1, JobState.PENDING, 1, JobState.COMPLETED, 1),
                tasks(array).counts());
    }

    @Test
    void aJobOverSeveralNodesHoldsThemAllOrNone() {
        Job job = world.submit(alice, "#SBATCH -N 2", "#SBATCH --gpus-per-node=4", "sleep 600");
        world.step();
        assertEquals(
                List.of(List.of(0, 1, 2, 3), List.of(0, 1, 2, 3)),
                now(job).latestAttempt().orElseThrow().held().stream()
                        .map(Attempt.Held::gpuIndices)
                        .toList());
        assertEquals(8, world.db.count("SELECT sum(gpus) FROM lease WHERE released_at IS NULL"));
        assertEquals(8, world.db.count("SELECT count(*) FROM gpu_hold"));
        finish(job, 0);
        assertEquals(0, world.db.count("SELECT count(*) FROM gpu_hold"));
    }

    @Test
    void namedAndExcludedNodesAreKeptTo() {
        Job on = world.submit(alice, "#SBATCH --nodelist=demo-a3", "sleep 600");
        Job off = world.submit(alice, "#SBATCH --exclude=demo-a[1-3]", "sleep 600");
        world.step();
        assertEquals("demo-a3", now(on).latestAttempt().orElseThrow().nodes());
        assertEquals("demo-a4", now(off).latestAttempt().orElseThrow().nodes());
    }

    @Test
    void wholeNodesWithMoreGpusThanTheTeamMayUseAreRefusedAtSubmit() {
        var refused = assertInstanceOf(
                Submissions.Answer.Refused.class,
                world.submissions.submit(alice, World.script("#SBATCH --exclusive", "#SBATCH -N 3", "exit 0")));
        assertEquals(
                "team vision may use 8 GPUs at a time; this job asks for whole nodes, which have 12",
                refused.reading().verdict().errors().getFirst().message());
    }

    @Test
    void anExclusiveJobSharesItsNodeWithNobody() {
        Job alone = world.submit(alice, "#SBATCH --exclusive", "sleep 600");
        world.step();
        Attempt.Held held = now(alone).latestAttempt().orElseThrow().held().getFirst();
        assertEquals(32, held.cpus());
        assertEquals(4, held.gpuIndices().size());
        Job other = world.submit(alice, "sleep 600");
        world.step();
        assertTrue(!now(other).latestAttempt().orElseThrow().nodes().equals(held.node()));
    }
}
