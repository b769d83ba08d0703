package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOrder.ArrayTask;
import org.gatehouse.node.spi.StartOrder.Share;
import org.junit.jupiter.api.Test;

/** The variables of docs/environment.md. */
class JobEnvironmentTest {

    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    private static Map<String, String> of(List<Share> shares, Optional<ArrayTask> task) {
        var order = new StartOrder(
                AttemptId.random(),
                new StartOrder.Job(8, "train", "vision/detection", "gpu", 10, 2, 1, task),
                new StartOrder.Person(1, "alice"),
                shares,
                new StartOrder.Program(
                        new byte[0], List.of(), Optional.empty(), "o", Optional.empty(), false, Map.of()),
                new StartOrder.Limits(Duration.ofHours(1), Optional.empty()));
        var account = Account.of(order.person(), 61000, 61009, Path.of("/people"));
        return new JobEnvironment("demo", true, "here", Optional.of(Path.of("/app/tools")))
                .of(order, account, Path.of("/people/p1/work"), NOW);
    }

    private static final List<Share> THREE = List.of(
            new Share("demo-a1", 4, 8, 1024, Optional.of("a100"), List.of(1, 3)),
            new Share("demo-a2", 4, 8, 1024, Optional.of("a100"), List.of(0, 1)),
            new Share("demo-b7", 2, 4, 1024, Optional.empty(), List.of()));

    @Test
    void severalNodesAreToldAsSlurmTellsThem() {
        Map<String, String> env = of(THREE, Optional.empty());
        assertEquals("demo-a[1-2],demo-b7", env.get("SLURM_JOB_NODELIST"));
        assertEquals("3", env.get("SLURM_JOB_NUM_NODES"));
        assertEquals("4(x2),2", env.get("SLURM_TASKS_PER_NODE"));
        assertEquals("8(x2),4", env.get("SLURM_JOB_CPUS_PER_NODE"));
        assertEquals("10", env.get("SLURM_NTASKS"));
        assertEquals("2", env.get("SLURM_CPUS_PER_TASK"));
        assertEquals("demo-a1:4:8:1,3;demo-a2:4:8:0,1;demo-b7:2:4:", env.get("GATEHOUSE_SHARES"));
    }

    @Test
    void theScriptSeesTheFirstNode() {
        Map<String, String> env = of(THREE, Optional.empty());
        assertEquals("demo-a1", env.get("SLURMD_NODENAME"));
        assertEquals("1,3", env.get("CUDA_VISIBLE_DEVICES"));
        assertEquals("1,3", env.get("SLURM_JOB_GPUS"));
        assertEquals("2", env.get("SLURM_GPUS_ON_NODE"));
        assertEquals("8", env.get("SLURM_CPUS_ON_NODE"));
    }

    @Test
    void aTaskOfAnArrayKnowsItsArray() {
        Map<String, String> env = of(THREE, Optional.of(new ArrayTask(5, 12, 4, 0, 18, 6)));
        assertEquals("8", env.get("SLURM_JOB_ID"));
        assertEquals("5", env.get("SLURM_ARRAY_JOB_ID"));
        assertEquals("12", env.get("SLURM_ARRAY_TASK_ID"));
        assertEquals("4", env.get("SLURM_ARRAY_TASK_COUNT"));
        assertEquals("0", env.get("SLURM_ARRAY_TASK_MIN"));
        assertEquals("18", env.get("SLURM_ARRAY_TASK_MAX"));
        assertEquals("6", env.get("SLURM_ARRAY_TASK_STEP"));
    }

    @Test
    void aJobThatIsNoTaskHasNoneOfAnArraysVariables() {
        assertTrue(of(THREE, Optional.empty()).keySet().stream().noneMatch(name -> name.contains("ARRAY")));
    }

    @Test
    void aJobWithoutGpusSeesNone() {
        Map<String, String> env = of(List.of(THREE.getLast()), Optional.empty());
        assertEquals("", env.get("CUDA_VISIBLE_DEVICES"));
        assertFalse(env.containsKey("SLURM_JOB_GPUS"));
    }

    @Test
    void timesAndPlacesAreThere() {
        Map<String, String> env = of(THREE, Optional.empty());
        assertEquals(Long.toString(NOW.getEpochSecond()), env.get("SLURM_JOB_START_TIME"));
        assertEquals(Long.toString(NOW.getEpochSecond() + 3600), env.get("SLURM_JOB_END_TIME"));
        assertEquals("here", env.get("SLURM_SUBMIT_HOST"));
        assertEquals("/people/p1/work", env.get("SLURM_SUBMIT_DIR"));
        assertTrue(env.getOrDefault("PATH", "").startsWith("/app/tools:/usr/local/bin:"));
    }
}
