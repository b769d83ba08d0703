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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gatehouse.quota.CapBook;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.job.WaitReason;
import org.gatehouse.scheduler.plan.Snapshot.Ask;
import org.gatehouse.scheduler.plan.Snapshot.NodeFacts;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;
import org.gatehouse.scheduler.plan.Snapshot.PoolView;
import org.gatehouse.scheduler.plan.Snapshot.Waiting;
import org.gatehouse.script.Constraint;
import org.gatehouse.script.JobRequest;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final TeamPath VISION = new TeamPath("vision");

    private final List<NodeView> nodes = new ArrayList<>();
    private final List<Waiting> queue = new ArrayList<>();
    private final Map<Long, Integer> room = new HashMap<>();
    private final Map<TeamPath, GpuCap> caps = new HashMap<>();
    private Optional<String> unreachable = Optional.empty();

    private void node(String name, int cpus, int gpus, String type, Integer... held) {
        var facts = new NodeFacts(name, cpus, 100_000, Collections.nCopies(gpus, type), List.of("gpu"), Set.of(), true);
        nodes.add(new NodeView(facts, cpus, 100_000, List.of(held)));
    }

    private void job(long id, int cpus, GpuAsk... gpus) {
        job(id, VISION, cpus, gpus);
    }

    private void job(long id, TeamPath team, int cpus, GpuAsk... gpus) {
        queue.add(waiting(id, team, new Shape(cpus, OptionalLong.of(100), List.of(gpus))));
    }

    private static Waiting waiting(long id, TeamPath team, Shape shape) {
        return new Waiting(id, team, "demo", ask(JobRequest.Placing.ANY, Part.of(shape)), 1, OptionalLong.empty());
    }

    private static Ask ask(JobRequest.Placing placing, Part... parts) {
        return new Ask("gpu", List.of(parts), placing);
    }

    private static GpuAsk gpu(String type, int count) {
        return new GpuAsk(Optional.of(type), count);
    }

    private static GpuAsk any(int count) {
        return new GpuAsk(Optional.empty(), count);
    }

    private Plan plan() {
        return Planner.plan(new Snapshot(
                List.of(new PoolView("demo", nodes, unreachable)),
                queue,
                room,
                new CapBook(caps, new GpuCap.Unlimited())));
    }

    private static List<Integer> indices(Plan.Start start) {
        return start.placements().getFirst().gpus().stream()
                .map(Plan.PlacedGpu::index)
                .toList();
    }

    @Test
    void aJobGetsTheLowestFreeIndicesOfItsType() {
        node("a1", 32, 4, "a100", 0, 2);
        job(1, 8, gpu("a100", 2));
        Plan.Start start = plan().starts().getFirst();
        assertEquals("a1", start.placements().getFirst().node());
        assertEquals(List.of(1, 3), indices(start));
    }

    @Test
    void theTightestNodeIsTaken() {
        node("a1", 32, 4, "a100");
        node("a2", 32, 4, "a100", 0, 1);
        job(1, 8, gpu("a100", 2));
        assertEquals("a2", plan().starts().getFirst().placements().getFirst().node());
    }

    @Test
    void aJobWithoutGpusTakesTheNodeWithTheFewest() {
        node("a1", 32, 4, "a100");
        node("c1", 64, 0, "");
        job(1, 8);
        assertEquals("c1", plan().starts().getFirst().placements().getFirst().node());
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
        var facts = new NodeFacts("m1", 8, 100_000, List.of("a100", "v100"), List.of("gpu"), Set.of(), true);
        nodes.add(new NodeView(facts, 8, 100_000, List.of()));
        job(1, 1, any(1), gpu("a100", 1));
        assertEquals(List.of(0, 1), indices(plan().starts().getFirst()));
    }

    @Test
    void allMemoryOfANodeNeedsAnEmptyNode() {
        node("a1", 32, 4, "a100");
        queue.add(waiting(1, VISION, new Shape(1, OptionalLong.empty(), List.of())));
        job(2, 1);
        Plan plan = plan();
        assertEquals(100_000, plan.starts().getFirst().placements().getFirst().memoryMiB());
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
                List.of(new PoolView("demo", nodes, unreachable)),
                queue,
                room,
                new CapBook(caps, new GpuCap.Unlimited()));
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
            room.clear();
            for (int n = 0; n < 1 + random.nextInt(5); n++) {
                node("n" + n, 1 + random.nextInt(32), random.nextInt(5), random.nextBoolean() ? "a100" : "v100");
            }
            caps.put(VISION, new GpuCap.AtMost(new GpuCount(random.nextInt(8))));
            for (long id = 1; id <= 20; id++) {
                GpuAsk ask = random.nextBoolean() ? any(1 + random.nextInt(3)) : gpu("a100", 1 + random.nextInt(3));
                if (random.nextInt(4) == 0) {
                    randomGang(id, random, ask);
                } else if (random.nextInt(3) == 0) {
                    job(id, 1 + random.nextInt(8));
                } else {
                    job(id, random.nextBoolean() ? VISION : new TeamPath("nlp"), 1 + random.nextInt(8), ask);
                }
            }
            check(plan(), seed);
        }
    }

    private void randomGang(long id, Random random, GpuAsk ask) {
        var placing = new JobRequest.Placing(
                Optional.empty(),
                random.nextInt(4) == 0 ? List.of("n0") : List.of(),
                random.nextInt(4) == 0 ? List.of("n1") : List.of(),
                random.nextInt(4) == 0);
        Part part = new Part(
                1 + random.nextInt(3), 1, new Shape(1 + random.nextInt(4), OptionalLong.of(100), List.of(ask)));
        boolean array = random.nextBoolean();
        if (array && random.nextBoolean()) {
            room.put(id, random.nextInt(4));
        }
        queue.add(new Waiting(
                id,
                random.nextBoolean() ? VISION : new TeamPath("nlp"),
                "demo",
                ask(placing, part),
                array ? 1 + random.nextInt(5) : 1,
                array ? OptionalLong.of(id) : OptionalLong.empty()));
    }

    private void check(Plan plan, int seed) {
        String which = "seed " + seed;
        Map<Long, Waiting> jobs = queue.stream().collect(Collectors.toMap(Waiting::jobId, Function.identity()));
        Set<String> gpus = new HashSet<>();
        Map<String, Integer> cpus = new HashMap<>();
        Map<String, Integer> starts = new HashMap<>();
        Set<String> alone = new HashSet<>();
        int vision = 0;
        for (Plan.Start start : plan.starts()) {
            Waiting job = jobs.get(start.jobId());
            checkParts(job.ask(), start, which);
            for (Plan.Placement placement : start.placements()) {
                for (Plan.PlacedGpu gpu : placement.gpus()) {
                    assertTrue(gpus.add(placement.node() + "/" + gpu.index()), which);
                }
                cpus.merge(placement.node(), placement.cpus(), Integer::sum);
                starts.merge(placement.node(), 1, Integer::sum);
                vision += job.team().equals(VISION) ? placement.gpus().size() : 0;
                if (job.ask().placing().exclusive()) {
                    alone.add(placement.node());
                }
            }
        }
        alone.forEach(node -> assertEquals(1, starts.get(node), which));
        nodes.forEach(n ->
                assertTrue(cpus.getOrDefault(n.facts().name(), 0) <= n.facts().cpus(), which));
        assertTrue(caps.get(VISION).allows(new GpuCount(vision)), which);
        checkCounts(plan, jobs, which);
    }

    /** Different nodes, as many as there are parts, each with what its part needs and what the job wants of nodes. */
    private void checkParts(Ask ask, Plan.Start start, String which) {
        List<Integer> wanted = new ArrayList<>();
        ask.parts()
                .forEach(part -> wanted.addAll(
                        Collections.nCopies(part.nodes(), part.shape().gpuCount())));
        List<Integer> given = new ArrayList<>(
                start.placements().stream().map(p -> p.gpus().size()).toList());
        Set<String> names =
                start.placements().stream().map(Plan.Placement::node).collect(Collectors.toSet());
        assertEquals(wanted.size(), names.size(), which);
        assertTrue(names.containsAll(ask.placing().nodelist()), which);
        assertTrue(Collections.disjoint(names, ask.placing().exclude()), which);
        if (!ask.placing().exclusive()) {
            Collections.sort(wanted);
            Collections.sort(given);
            assertEquals(wanted, given, which);
        }
    }

    private void checkCounts(Plan plan, Map<Long, Waiting> jobs, String which) {
        Map<Long, Integer> started = new HashMap<>();
        plan.starts().forEach(start -> started.merge(start.jobId(), 1, Integer::sum));
        jobs.forEach((id, job) -> {
            int count = started.getOrDefault(id, 0);
            assertTrue(count <= job.tasks(), which);
            assertEquals(count < job.tasks(), plan.waits().containsKey(id), which);
            if (job.array().isPresent() && room.containsKey(id)) {
                assertTrue(count <= Math.max(0, room.get(id)), which);
            }
        });
    }

    @Test
    void aGangIsPlacedWholeOrNotAtAll() {
        node("a1", 32, 4, "a100");
        node("a2", 32, 4, "a100", 0);
        gang(1, JobRequest.Placing.ANY, 2, gpu("a100", 4));
        gang(2, JobRequest.Placing.ANY, 2, gpu("a100", 3));
        Plan plan = plan();
        assertEquals(List.of(), plan.starts());
        assertInstanceOf(WaitReason.NothingFree.class, plan.waits().get(1L));
        queue.removeFirst();
        assertEquals(2, plan().starts().getFirst().placements().size());
    }

    @Test
    void aGangThatTakesAnyGpusGetsOneTypeWhereItCan() {
        node("v1", 16, 2, "v100");
        node("a2", 32, 4, "a100");
        node("a1", 32, 4, "a100");
        gang(1, JobRequest.Placing.ANY, 2, any(2));
        gang(2, JobRequest.Placing.ANY, 3, any(2));
        assertEquals(List.of("a1", "a2"), names(plan().starts().getFirst()));
        queue.removeFirst();
        assertEquals(List.of("a1", "a2", "v1"), names(plan().starts().getFirst()));
    }

    private static List<String> names(Plan.Start start) {
        return start.placements().stream().map(Plan.Placement::node).toList();
    }

    @Test
    void theLargerPartGetsTheLargerNode() {
        node("v1", 4, 0, "");
        node("a1", 32, 0, "");
        Part large = new Part(1, 8, new Shape(8, OptionalLong.of(1), List.of()));
        Part small = new Part(1, 2, new Shape(2, OptionalLong.of(1), List.of()));
        queue.add(new Waiting(1, VISION, "demo", ask(JobRequest.Placing.ANY, large, small), 1, OptionalLong.empty()));
        var placements = plan().starts().getFirst().placements();
        assertEquals(
                List.of("a1", "v1"),
                placements.stream().map(Plan.Placement::node).toList());
        assertEquals(
                List.of(8, 2), placements.stream().map(Plan.Placement::tasks).toList());
    }

    @Test
    void namedNodesAreAmongItsNodesAndExcludedOnesAreNot() {
        node("a1", 8, 0, "");
        node("a2", 16, 0, "");
        node("a3", 32, 0, "");
        gang(1, new JobRequest.Placing(Optional.empty(), List.of("a3"), List.of("a1"), false), 2);
        assertEquals(
                Set.of("a2", "a3"),
                plan().starts().getFirst().placements().stream()
                        .map(Plan.Placement::node)
                        .collect(Collectors.toSet()));
    }

    @Test
    void anExclusiveJobGetsAllOfAnEmptyNodeAndIsCountedInFull() {
        caps.put(VISION, new GpuCap.AtMost(new GpuCount(4)));
        node("a1", 32, 4, "a100", 3);
        node("a2", 32, 4, "a100");
        var alone = new JobRequest.Placing(Optional.empty(), List.of(), List.of(), true);
        nodes.set(0, new NodeView(nodes.getFirst().facts(), 31, 100_000, List.of(3)));
        gang(1, alone, 1, gpu("a100", 1));
        job(2, 1, gpu("a100", 1));
        Plan plan = plan();
        Plan.Placement placement = plan.starts().getFirst().placements().getFirst();
        assertEquals("a2", placement.node());
        assertEquals(32, placement.cpus());
        assertEquals(4, placement.gpus().size());
        assertEquals(new WaitReason.TeamAtCap("vision", 4, 4, 1), plan.waits().get(2L));
    }

    @Test
    void aConstraintWithAlternativesKeepsAllNodesOnTheSameOne() {
        feature("a1", "ib");
        feature("a2", "eth");
        feature("a3", "eth");
        var one = new Constraint.Alternative(List.of(new Constraint.Need(0, List.of(Set.of("ib")))));
        var other = new Constraint.Alternative(List.of(new Constraint.Need(0, List.of(Set.of("eth")))));
        var constraint = new Constraint("[ib|eth]", List.of(one, other));
        gang(1, new JobRequest.Placing(Optional.of(constraint), List.of(), List.of(), false), 2);
        assertEquals(
                List.of("a2", "a3"),
                plan().starts().getFirst().placements().stream()
                        .map(Plan.Placement::node)
                        .toList());
    }

    @Test
    void aConstraintWithCountsGetsSoManyOfEach() {
        feature("a1", "ib");
        feature("a2", "ib");
        feature("a3", "eth");
        var needs =
                List.of(new Constraint.Need(1, List.of(Set.of("ib"))), new Constraint.Need(1, List.of(Set.of("eth"))));
        var constraint = new Constraint("ib*1&eth*1", List.of(new Constraint.Alternative(needs)));
        gang(1, new JobRequest.Placing(Optional.of(constraint), List.of(), List.of(), false), 2);
        var names = plan().starts().getFirst().placements().stream()
                .map(Plan.Placement::node)
                .toList();
        assertTrue(names.contains("a3"), names::toString);
    }

    @Test
    void anArrayStartsAsManyTasksAsItsOwnLimitAllows() {
        node("a1", 32, 0, "");
        room.put(1L, 3);
        queue.add(new Waiting(
                1,
                VISION,
                "demo",
                ask(JobRequest.Placing.ANY, Part.of(new Shape(1, OptionalLong.of(1), List.of()))),
                100,
                OptionalLong.of(1)));
        Plan plan = plan();
        assertEquals(3, plan.starts().size());
        assertEquals(new WaitReason.ArrayFull(), plan.waits().get(1L));
    }

    private void feature(String name, String... features) {
        var facts = new NodeFacts(name, 8, 100_000, List.of(), List.of("gpu"), Set.of(features), true);
        nodes.add(new NodeView(facts, 8, 100_000, List.of()));
    }

    private void gang(long id, JobRequest.Placing placing, int count, GpuAsk... gpus) {
        Part part = new Part(count, 1, new Shape(1, OptionalLong.of(1), List.of(gpus)));
        queue.add(new Waiting(id, VISION, "demo", ask(placing, part), 1, OptionalLong.empty()));
    }
}
