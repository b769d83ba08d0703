package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over how many nodes a job spreads, and what each of them gives. */
class SpreadTest {
    private static final PoolOffer POOL = pool();

    /** Four nodes with 8 A100 and 64 CPUs, two with 4 V100 and 32 CPUs. */
    private static PoolOffer pool() {
        var nodes = new ArrayList<PoolOffer.Node>();
        for (int number = 1; number <= 4; number++) {
            nodes.add(new PoolOffer.Node("a" + number, Set.of("gpu"), Set.of("nvlink"), Scripts.NODES.get(0)));
        }
        var v100 = new PoolOffer.NodeShape(32, 256_000, Map.of("v100", 4));
        for (int number = 1; number <= 2; number++) {
            nodes.add(new PoolOffer.Node("v" + number, Set.of("gpu", "debug"), Set.of("pcie"), v100));
        }
        var hardware = new PoolOffer.Hardware(
                List.of(Scripts.GPU, Scripts.DEBUG), List.of(Scripts.NODES.get(0), v100), nodes, 2000);
        return new PoolOffer(
                "multi", true, hardware, Scripts.POOL.teams(), EnumSet.allOf(PoolFeature.class), Scripts.NOW, 100_000);
    }

    private static String parts(JobRequest request) {
        return request.resources().parts().stream()
                .map(part -> part.nodes() + "x(" + part.tasks() + "t " + part.cpus() + "c"
                        + part.gpus().stream()
                                .map(gpu -> " " + gpu.count() + (gpu.type() == null ? "g" : gpu.type()))
                                .collect(Collectors.joining())
                        + ")")
                .collect(Collectors.joining(" + "));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 10 -N 3                          | 1x(4t 4c) + 2x(3t 3c)",
                "-n 10 --ntasks-per-node=4           | 2x(4t 4c) + 1x(2t 2c)",
                "-n 10 --ntasks-per-node=4 -N 4      | 2x(3t 3c) + 2x(2t 2c)",
                "-N 2 --gpus=5                       | 1x(1t 1c 3g) + 1x(1t 1c 2g)",
                "-N 2 -n 4 --gpus-per-task=a100:1    | 2x(2t 2c 2a100)",
                "-N 2-4 -n 8                         | 2x(4t 4c)",
                "-N 2-4 -n 8 -c 16                   | 2x(4t 64c)",
                "-N 1-4 -n 9 -c 16                   | 3x(3t 48c)",
                "-n 9 -c 16                          | 3x(3t 48c)",
                "-n 64                               | 1x(64t 64c)",
                "-n 65                               | 1x(33t 33c) + 1x(32t 32c)",
                "--gpus=a100:16                      | 2x(1t 1c 8a100)",
                "--gpus=a100:9                       | 1x(1t 1c 5a100) + 1x(1t 1c 4a100)",
                "-G 16 --gpus-per-node=8             | 2x(1t 1c 8g)",
                "-N 2-4 -G 6 --gpus-per-node=2       | 3x(1t 1c 2g)",
                "--gpus-per-node=a100:2 -N 2 --ntasks-per-node=2 -c 3 | 2x(2t 6c 2a100)",
                "-N 2 --gpus-per-node=a100:4 --gpus-per-task=a100:2 | 2x(2t 2c 4a100)",
                "--cpus-per-gpu=4 -G 3               | 1x(1t 12c 3g)",
                "-N 2 -G 5 --cpus-per-gpu=4          | 1x(1t 12c 3g) + 1x(1t 8c 2g)",
                "--ntasks-per-gpu=2 -G 3             | 1x(6t 6c 3g)",
                "--ntasks-per-gpu=2 -n 6             | 1x(6t 6c 3g)",
                "--gpus-per-socket=2 -N 2            | 2x(1t 1c 2g)",
                "--ntasks-per-socket=2 -n 4          | 2x(2t 2c)",
                "--mincpus=8                         | 1x(1t 8c)",
                "-B 1:4:1                            | 1x(4t 4c)",
                "--sockets-per-node=1 --threads-per-core=1 --ntasks-per-core=1 | 1x(1t 1c)",
                "-N 4 -n 2                           | 2x(1t 1c)",
                "-w a1,a2,v1                         | 3x(1t 1c)",
                "-w a1,a2 -N 1-3                     | 2x(1t 1c)",
                "-w a1,a2 -n 1                       | 1x(1t 1c)",
                "-C [nvlink*2&pcie*1]                | 3x(1t 1c)",
                "-C nvlink*2                         | 2x(1t 1c)",
                "-N 6                                | 6x(1t 1c)",
                "-N 6 --exclusive                    | 6x(1t 1c)",
            })
    void aJobSpreadsAsSlurmSpreadsIt(String options, String expected) {
        assertEquals(expected, parts(accepted(Scripts.header(POOL, "#SBATCH " + options))));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-N 7                          | never-fits",
                "-N 5 --gpus-per-node=8        | never-fits",
                "-G a100:40                    | never-fits",
                "-N 5 -C nvlink                | never-fits",
                "-N 3 -x a[1-4]                | never-fits",
                "-N 3 -p debug                 | never-fits",
                "-C [nvlink*5&pcie*1]          | never-fits",
                "-x a[1-4],v[1-2]              | never-fits",
                "-C nvlink&pcie                | never-fits",
                "-c 65                         | never-fits",
                "-n 3 -N 2 --gpus-per-task=1 --gpus-per-node=2 | gpu-totals-differ",
                "-N 2 -n 3 --gpus-per-task=2 --gpus-per-node=3 | gpu-totals-differ",
                "--ntasks-per-gpu=2 -n 5 -G 2  | gpu-totals-differ",
                "-N 1 -w a1,a2                 | too-few-nodes",
                "-N 1 -n 8 --ntasks-per-node=4 | too-many-tasks",
                "--ntasks-per-gpu=2            | tasks-per-gpu-alone",
                "--ntasks-per-gpu=2 -G 1 --ntasks-per-node=2 | tasks-options-exclusive",
                "--cpus-per-gpu=2 -c 2 -G 1    | cpus-options-exclusive",
                "--cpus-per-gpu=2              | cpus-per-gpu-without-gpus",
                "-B 2                          | not-yet-on-this-pool",
                "-B x                          | bad-value",
                "-B 1:1:1:1                    | bad-value",
            })
    void whatCannotBeIsRefusedSayingWhy(String options, String code) {
        var verdict = Scripts.header(POOL, "#SBATCH " + options);
        assertTrue(
                codes(verdict, Severity.ERROR).contains(code),
                () -> verdict.findings().toString());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-w v1 --gres=gpu:a100:1     | the node v1 of --nodelist has no a100 GPUs; the job needs 1 a100 GPU on it",
                "-w v1 --gpus-per-node=5     | the node v1 of --nodelist has 4 GPUs; the job needs 5 GPUs on it",
                "-w v1 -N 1 --gpus=8         | the node v1 of --nodelist has 4 GPUs; the job needs 8 GPUs on it",
                "-w v1 -c 33                 | the node v1 of --nodelist has 32 CPUs; the job needs 33 on it",
                "-w v1 --mem=300G            | the node v1 of --nodelist has 250 GiB of memory; the job needs 300 GiB on it",
                "-w v[1-2] --gpus-per-node=8 | the node v1 of --nodelist has 4 GPUs; the job needs 8 GPUs on it",
                "-w a1,v1,v2 -n 3 -N 3 --ntasks-per-node=1 -c 40 | the node v1 of --nodelist has 32 CPUs; the job needs 40 on it",
            })
    void aListedNodeThatCanTakeNoPartIsNamed(String options, String message) {
        var errors = Scripts.header(POOL, "#SBATCH " + options).errors();
        assertEquals(List.of(message), errors.stream().map(Finding::message).toList());
        assertEquals("nodelist", errors.getFirst().option());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 320                 | 4x(64t 64c) + 2x(32t 32c)",
                "-n 300                 | 4x(64t 64c) + 1x(32t 32c) + 1x(12t 12c)",
                "-N 6 -n 320            | 4x(64t 64c) + 2x(32t 32c)",
                "-w a1,v1 -N 2 -n 80    | 1x(64t 64c) + 1x(16t 16c)",
                "-n 20 -c 16            | 4x(4t 64c) + 2x(2t 32c)",
                "-n 6 -N 2 --gpus-per-task=2 -w a1,v1 | 1x(4t 4c 8g) + 1x(2t 2c 4g)",
            })
    void whatFitsOnlyUnevenlyFillsTheLargestNodesFirst(String options, String expected) {
        var verdict = Scripts.header(POOL, "#SBATCH " + options);
        assertEquals(expected, parts(accepted(verdict)));
        assertEquals(Severity.NOTICE, finding(verdict, "nodes-uneven").severity());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 321          | 321 CPUs are more than the partition gpu can give one job: at most 320",
                "-N 2 -n 130     | 130 CPUs are more than the partition gpu can give one job on 2 nodes: at most 128",
                "-p debug -n 65  | 65 CPUs are more than the partition debug can give one job: at most 64",
                "-p debug -G a100:1 | none of the nodes that the job may have has a100 GPUs",
                "-w a1 -x a1     | the node a1 is excluded by --exclude",
            })
    void numbersThatNobodyWroteAreNotSaid(String options, String message) {
        assertEquals(
                message,
                Scripts.header(POOL, "#SBATCH " + options).errors().getFirst().message());
    }

    @Test
    void memoryFollowsThePart() {
        var perCpu = accepted(Scripts.header(POOL, "#SBATCH -n 10 -N 3 --mem-per-cpu=1G"))
                .resources();
        assertEquals(new Memory.Mebibytes(4096), perCpu.parts().get(0).memory());
        assertEquals(new Memory.Mebibytes(3072), perCpu.parts().get(1).memory());
        var perGpu = accepted(Scripts.header(POOL, "#SBATCH -N 2 -G 5 --mem-per-gpu=10G"))
                .resources();
        assertEquals(new Memory.Mebibytes(30_720), perGpu.parts().get(0).memory());
        assertEquals(new Memory.Mebibytes(20_480), perGpu.parts().get(1).memory());
    }

    @Test
    void theChoiceOfNodesIsSaid() {
        assertEquals(
                "it gets 3 nodes, the fewest on which it fits within --nodes=1-4: 3 nodes with 3 tasks, 48 CPUs, no GPUs",
                finding(Scripts.header(POOL, "#SBATCH -N 1-4 -n 9 -c 16"), "nodes-chosen")
                        .message());
        assertEquals(
                "fewer-nodes",
                finding(Scripts.header(POOL, "#SBATCH -N 4 -n 2"), "fewer-nodes")
                        .code());
        assertEquals(
                "8 a100 GPUs on 2 nodes, 6 CPUs for 6 tasks, 6000 MiB memory on each, for at most 1 h.",
                Scripts.header(POOL, "#SBATCH -N 2 -n 6 --gpus-per-node=a100:4").summary());
    }

    @Test
    void coresPerSocketKeepsSmallerNodesOut() {
        assertEquals(
                List.of("v1", "v2"),
                accepted(Scripts.header(POOL, "#SBATCH --cores-per-socket=40"))
                        .placing()
                        .exclude());
    }

    /** Every spread of tasks and GPUs adds up to what was asked for, and no part is larger than one before it. */
    @Test
    void sharesAddUp() {
        for (int tasks = 1; tasks <= 40; tasks++) {
            for (int nodes = 1; nodes <= Math.min(6, tasks); nodes++) {
                for (int gpus = nodes; gpus <= 8; gpus += 3) {
                    String options = "-n " + tasks + " -N " + nodes + " -G " + gpus;
                    var resources =
                            accepted(Scripts.header(POOL, "#SBATCH " + options)).resources();
                    assertEquals(
                            List.of(tasks, nodes, gpus),
                            List.of(resources.tasks(), resources.nodes(), resources.totalGpus()),
                            options);
                    var cpus = resources.parts().stream()
                            .map(JobRequest.Part::cpus)
                            .toList();
                    assertEquals(
                            cpus.stream()
                                    .sorted(java.util.Comparator.reverseOrder())
                                    .toList(),
                            cpus,
                            options);
                }
            }
        }
    }
}
