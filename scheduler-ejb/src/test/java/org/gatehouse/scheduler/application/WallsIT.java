package org.gatehouse.scheduler.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.scheduler.World;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.persistence.JobList;
import org.gatehouse.scheduler.persistence.JobList.Scope;
import org.junit.jupiter.api.Test;

/** Who sees what. */
class WallsIT {

    private final World world = new World();
    private final Viewer alice = world.person("alice", "vision", "vision/detection");
    private final Viewer bob = world.person("bob", "vision*");
    private final Viewer mate = world.person("mia", "vision");
    private final Viewer carol = world.person("carol", "nlp");
    private final Viewer dave = world.person("dave");
    private final Viewer erin = world.person("erin");
    private final Job job = world.submit(alice, "#SBATCH --account=vision", "sleep 600");

    private Set<Right> rights(Viewer viewer) {
        return world.jobs.find(viewer, job.id()).map(Jobs.Seen::rights).orElse(Set.of());
    }

    @Test
    void eachRoleHasItsRights() {
        Set<Right> all = EnumSet.allOf(Right.class);
        assertEquals(all, rights(alice));
        assertEquals(all, rights(bob), "the team's admin");
        assertEquals(EnumSet.of(Right.ROW), rights(mate), "a team mate sees the row alone");
        assertEquals(Set.of(), rights(carol), "an outsider sees nothing");
        assertEquals(all, rights(dave), "an operator");
        assertEquals(EnumSet.of(Right.ROW), rights(erin), "an auditor");
    }

    @Test
    void anAdminRunsTheSubteamsAndAMemberOfTheParentSeesNothingOfThem() {
        Job below = world.submit(alice, "#SBATCH --account=vision/detection", "exit 0");
        assertTrue(world.jobs.find(bob, below.id()).isPresent());
        assertTrue(world.jobs.find(mate, below.id()).isEmpty());
    }

    @Test
    void listsAndCountsShowWhatMayBeSeen() {
        assertEquals(List.of(job.id()), ids(mate, Scope.TEAM));
        assertEquals(List.of(), ids(mate, Scope.MINE));
        assertEquals(List.of(), ids(carol, Scope.ALL));
        assertEquals(List.of(job.id()), ids(erin, Scope.ALL));
        assertEquals(0, page(carol, Scope.ALL).counts().size());
    }

    private List<Long> ids(Viewer viewer, Scope scope) {
        return page(viewer, scope).jobs().stream().map(Job::id).toList();
    }

    private JobList.Page page(Viewer viewer, Scope scope) {
        return world.jobs.list(viewer, new JobList.Query(scope, Set.of(), Optional.empty(), Optional.empty(), 50));
    }

    @Test
    void anOutsiderCannotTellAForeignJobFromAMissingOne() {
        assertInstanceOf(JobControl.Answer.Missing.class, world.control.cancel(carol, job.id(), Optional.empty()));
        assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.cancel(mate, job.id(), Optional.empty()));
    }

    @Test
    void tasksOfAnArrayHaveItsWalls() {
        Job array = world.submit(alice, "#SBATCH --account=vision", "#SBATCH --array=1-2", "sleep 600");
        world.step();
        long task = world.jobs.task(array.id(), 1).orElseThrow();
        assertEquals(Set.of(), rightsOf(carol, task));
        assertEquals(EnumSet.of(Right.ROW), rightsOf(mate, task));
        assertEquals(EnumSet.allOf(Right.class), rightsOf(bob, task));
        assertInstanceOf(JobControl.Answer.Missing.class, world.control.requeue(carol, task));
        for (long id : List.of(task, array.id())) {
            assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.requeue(mate, id));
            assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.hold(mate, id));
            assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.release(mate, id));
            assertInstanceOf(JobControl.Answer.NotAllowed.class, world.control.hold(erin, id));
        }
    }

    private Set<Right> rightsOf(Viewer viewer, long id) {
        return world.jobs.find(viewer, id).map(Jobs.Seen::rights).orElse(Set.of());
    }

    @Test
    void anOperatorsLookAtContentIsWrittenDown() {
        world.jobs.logIsRead(alice, job);
        world.jobs.logIsRead(bob, job);
        assertEquals(0, world.db.count("SELECT count(*) FROM audit WHERE action = 'job.read-log'"));
        world.jobs.logIsRead(dave, job);
        world.jobs.program(dave, job);
        assertEquals(
                2,
                world.db.count("SELECT count(*) FROM audit WHERE actor = 'dave' AND job_id = " + job.id()
                        + " AND action IN ('job.read-log', 'job.read-script')"));
    }

    @Test
    void pagesFollowEachOtherWithoutGapOrRepeat() {
        for (int n = 0; n < 6; n++) {
            world.submit(alice, "#SBATCH --account=vision", "exit 0");
        }
        var first =
                world.jobs.list(alice, new JobList.Query(Scope.MINE, Set.of(), Optional.empty(), Optional.empty(), 4));
        var second = world.jobs.list(alice, new JobList.Query(Scope.MINE, Set.of(), Optional.empty(), first.next(), 4));
        assertEquals(4, first.jobs().size());
        assertEquals(3, second.jobs().size());
        assertTrue(second.next().isEmpty());
        assertTrue(first.jobs().getLast().id() > second.jobs().getFirst().id());
        assertEquals(7, first.counts().values().stream().mapToInt(i -> i).sum());
    }
}
