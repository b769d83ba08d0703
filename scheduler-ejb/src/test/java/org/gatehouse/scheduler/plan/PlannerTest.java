package org.gatehouse.scheduler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.plan.Snapshot.NodeFacts;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;
import org.gatehouse.scheduler.plan.Snapshot.PoolView;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final TeamPath VISION = new TeamPath("vision");

    private final List<NodeView> nodes = new ArrayList<>();
    private final List<Waiting> queue = new ArrayList<>();
    private final Map<TeamPath, GpuCap> caps = new HashMap<>();
    private Optional<String> unreachable = Optional.empty();

    private void node(String name, int cpus, int gpus, String type, Integer... held) {
        var facts = new NodeFacts(name, cpus, 100_000, Collections.nCopies(gpus, type), List.of("gpu"), true);
        nodes.add(new NodeView(facts, cpus, 100_000, List.of(held)));
    }

    private void job(long id, int cpus, GpuAsk... gpus) {
        job(id, VISION, cpus, gpus);
    }

    private void job(long id, TeamPath team, int cpus, GpuAsk... gpus) {
        queue.add(new Waiting(id, team, "demo", "gpu", new Shape(cpus, OptionalLong.of(100), List.of(gpus))));
    }

    private static GpuAsk gpu(String type, int count) {
        return new GpuAsk(Optional.of(type), count);
    }

    private static GpuAsk any(int count) {
        return new GpuAsk(Optional.empty(), count);
    }

    private Plan plan() {
        return Planner.plan(new Snapshot(
                List.of(new PoolView("demo", nodes, unreachable)), queue, new CapBook(caps, new GpuCap.Unlimited())));
    }

    private static List<Integer> indices(Plan.Start start) {
        return start.placement().gpus().stream().map(Plan.PlacedGpu::index).toList();
    }

    @Test
    void aJobGetsTheLowestFreeIndicesOfItsType() {
        node("a1", 32, 4, "a100", 0, 2);
        job(1, 8, gpu("a100", 2));
        Plan.Start start = plan().starts().getFirst();
        assertEquals("a1", start.placement().node());
        assertEquals(List.of(1, 3), indices(start));
    }

    @Test
    void theTightestNodeIsTaken() {
        node("a1", 32, 4, "a100");
        node("a2", 32, 4, "a100", 0, 1);
        job(1, 8, gpu("a100", 2));
        assertEquals("a2", plan().starts().getFirst().placement().node());
    }

    @Test
    void aJobWithoutGpusTakesTheNodeWithTheFewest() {
        node("a1", 32, 4, "a100");
        node("c1", 64, 0, "");
        job(1, 8);
        assertEquals("c1", plan().starts().getFirst().placement().node());
    }

    @Test
    void anOlderJobThatWaitsKeepsItsNodesFromYoungerOnes() {
        node("a1", 32, 4, "a100", 0);
        job(1, 8, gpu("a100", 4));
        job(2, 8, gpu("a100", 1));
        Plan plan = plan();
        assertEquals(List.of(), plan.starts());
        assertInstanceOf(WaitReason.NothingFree.class, plan.waits().get(1L));
        assertEquals(new WaitReason.Behind(1), plan.waits().get(2L));
    }

    @Test
    void aYoungerJobStartsWhereNoOlderOneCanGo() {
        node("a1", 32, 4, "a100", 0);
        node("v1", 16, 2, "v100");
        job(1, 8, gpu("a100", 4));
        job(2, 8, gpu("v100", 1));
        assertEquals(2, plan().starts().getFirst().jobId());
    }

    @Test
    void aTeamAtItsCapHoldsBackNobodyElse() {
        caps.put(VISION, new GpuCap.AtMost(new GpuCount(1)));
        node("a1", 32, 4, "a100");
        job(1, 1, gpu("a100", 1));
        job(2, 1, gpu("a100", 1));
        job(3, new TeamPath("nlp"), 1, gpu("a100", 1));
        Plan plan = plan();
        assertEquals(
                List.of(1L, 3L), plan.starts().stream().map(Plan.Start::jobId).toList());
        assertEquals(new WaitReason.TeamAtCap("vision", 1, 1, 1), plan.waits().get(2L));
    }

    @Test
    void typedAsksChooseBeforeAsksForAnyType() {
        var facts = new NodeFacts("m1", 8, 100_000, List.of("a100", "v100"), List.of("gpu"), true);
        nodes.add(new NodeView(facts, 8, 100_000, List.of()));
        job(1, 1, any(1), gpu("a100", 1));
        assertEquals(List.of(0, 1), indices(plan().starts().getFirst()));
    }

    @Test
    void allMemoryOfANodeNeedsAnEmptyNode() {
        node("a1", 32, 4, "a100");
        queue.add(new Waiting(1, VISION, "demo", "gpu", new Shape(1, OptionalLong.empty(), List.of())));
        job(2, 1);
        Plan plan = plan();
        assertEquals(100_000, plan.starts().getFirst().placement().memoryMiB());
        assertInstanceOf(WaitReason.NothingFree.class, plan.waits().get(2L));
    }

    @Test
    void nothingStartsInAPoolThatCannotBeAsked() {
        unreachable = Optional.of("it is dark");
        node("a1", 32, 4, "a100");
        job(1, 1);
        assertEquals(
                new WaitReason.PoolAway("demo", "it is dark"), plan().waits().get(1L));
    }

    @Test
    void whatNoNodeCanHoldIsSaidAndKeepsNobodyWaiting() {
        node("a1", 32, 4, "a100");
        job(1, 1, gpu("a100", 5));
        job(2, 1);
        Plan plan = plan();
        assertInstanceOf(WaitReason.NoSuchNode.class, plan.waits().get(1L));
        assertEquals(2, plan.starts().getFirst().jobId());
    }

    @Test
    void planningLeavesItsSnapshotAsItWas() {
        node("a1", 32, 4, "a100");
        job(1, 1, gpu("a100", 2));
        var snapshot = new Snapshot(
                List.of(new PoolView("demo", nodes, unreachable)), queue, new CapBook(caps, new GpuCap.Unlimited()));
        assertEquals(Planner.plan(snapshot), Planner.plan(snapshot));
        assertEquals(GpuCount.NONE, snapshot.caps().usedBy(VISION));
    }

    /** Whatever the queue: nothing is given twice, no node and no cap is over, every job has a start or a reason. */
    @Test
    void randomPlansNeverGiveAnythingTwice() {
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            nodes.clear();
            queue.clear();
            caps.clear();
            for (int n = 0; n < 1 + random.nextInt(5); n++) {
                node("n" + n, 1 + random.nextInt(32), random.nextInt(5), random.nextBoolean() ? "a100" : "v100");
            }
            caps.put(VISION, new GpuCap.AtMost(new GpuCount(random.nextInt(8))));
            for (long id = 1; id <= 20; id++) {
                GpuAsk ask = random.nextBoolean() ? any(1 + random.nextInt(3)) : gpu("a100", 1 + random.nextInt(3));
                if (random.nextInt(3) == 0) {
                    job(id, 1 + random.nextInt(8));
                } else {
                    job(id, random.nextBoolean() ? VISION : new TeamPath("nlp"), 1 + random.nextInt(8), ask);
                }
            }
            check(plan(), seed);
        }
    }

    private void check(Plan plan, int seed) {
        String which = "seed " + seed;
        Set<String> gpus = new HashSet<>();
        Map<String, Integer> cpus = new HashMap<>();
        int vision = 0;
        for (Plan.Start start : plan.starts()) {
            for (int index : indices(start)) {
                assertTrue(gpus.add(start.placement().node() + "/" + index), which);
            }
            cpus.merge(start.placement().node(), start.placement().cpus(), Integer::sum);
            Waiting job = queue.get((int) start.jobId() - 1);
            vision += job.team().equals(VISION) ? indices(start).size() : 0;
            assertEquals(job.shape().gpuCount(), indices(start).size(), which);
        }
        nodes.forEach(n ->
                assertTrue(cpus.getOrDefault(n.facts().name(), 0) <= n.facts().cpus(), which));
        assertTrue(caps.get(VISION).allows(new GpuCount(vision)), which);
        assertEquals(queue.size(), plan.starts().size() + plan.waits().size(), which);
    }
}
