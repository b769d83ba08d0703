package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** srun and scontrol by themselves, in the environment that a job of two nodes has: four tasks on one, two on the other. */
class SrunTest {

    @TempDir
    Path folder;

    private final Map<String, String> environment = new TreeMap<>();

    /** @param text both streams */
    private record Result(int code, String text) {
        List<String> lines() {
            return text.lines().toList();
        }

        List<String> sorted() {
            return text.lines().sorted().toList();
        }
    }

    @BeforeEach
    void makeJob() throws IOException {
        Files.createFile(folder.resolve("steps"));
        environment.put("PATH", Path.of("target/native/tools").toAbsolutePath() + ":/usr/bin:/bin");
        environment.put("SLURM_JOB_ID", "7");
        environment.put("SLURM_NTASKS", "6");
        environment.put("SLURM_JOB_NODELIST", "demo-a[1-2]");
        environment.put("GATEHOUSE_STEPS", folder.resolve("steps").toString());
        environment.put("GATEHOUSE_SHARES", "demo-a1:4:4:0,1,2,3;demo-a2:2:2:1,3");
    }

    private Result run(String script) {
        try {
            var builder = new ProcessBuilder("timeout", "-k", "1", "30", "/bin/bash", "-c", script)
                    .directory(folder.toFile())
                    .redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            return new Result(process.exitValue(), text);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachTaskKnowsItsPlaceAndSeesTheGpusOfItsNode() {
        Result result =
                run("srun bash -c 'echo $SLURM_PROCID/$SLURM_NTASKS $SLURM_LOCALID $SLURM_NODEID $SLURMD_NODENAME"
                        + " $CUDA_VISIBLE_DEVICES $SLURM_STEP_ID $SLURM_STEP_NODELIST $SLURM_STEP_TASKS_PER_NODE'");
        assertEquals(
                List.of(
                        "0/6 0 0 demo-a1 0,1,2,3 0 demo-a[1-2] 4,2",
                        "1/6 1 0 demo-a1 0,1,2,3 0 demo-a[1-2] 4,2",
                        "2/6 2 0 demo-a1 0,1,2,3 0 demo-a[1-2] 4,2",
                        "3/6 3 0 demo-a1 0,1,2,3 0 demo-a[1-2] 4,2",
                        "4/6 0 1 demo-a2 1,3 0 demo-a[1-2] 4,2",
                        "5/6 1 1 demo-a2 1,3 0 demo-a[1-2] 4,2"),
                result.sorted());
    }

    @Test
    void withGpusPerTaskEachTaskSeesItsOwn() {
        Result result = run("srun -N1 -n 2 --gpus-per-task=2 bash -c 'echo $SLURM_PROCID $CUDA_VISIBLE_DEVICES'");
        assertEquals(List.of("0 0,1", "1 2,3"), result.sorted());
    }

    @Test
    void tasksAreDealtOverNodesAsSlurmDealsThem() {
        String where = " bash -c 'echo $SLURM_PROCID $SLURMD_NODENAME'";
        assertEquals(
                List.of("0 demo-a1", "1 demo-a1", "2 demo-a2"),
                run("srun -n 3" + where).sorted());
        assertEquals(
                List.of("0 demo-a1", "1 demo-a2"),
                run("srun -N 2 --ntasks-per-node=1" + where).sorted());
        assertEquals(List.of("0 demo-a2"), run("srun -n 1 -w demo-a2" + where).sorted());
    }

    @Test
    void theHighestExitCodeIsTheSteps() {
        Result result = run("srun -n 3 bash -c 'exit $((SLURM_PROCID * 2))'");
        assertEquals(4, result.code());
        assertTrue(result.lines().contains("srun: error: demo-a1: task 1: Exited with exit code 2"), result.text());
    }

    @Test
    void aTaskEndedByASignalCountsAs128AndMore() {
        Result result = run("srun -n 2 bash -c '[ $SLURM_PROCID = 1 ] && kill -SEGV $$; exit 3'");
        assertEquals(139, result.code());
        assertTrue(result.text().contains("task 1: Segmentation fault"), result.text());
    }

    @Test
    void killOnBadExitEndsTheOthersAndKeepsTheCode() {
        Result result = run("srun -K -n 3 bash -c '[ $SLURM_PROCID = 1 ] && exit 4; sleep 60'");
        assertEquals(4, result.code(), result.text());
    }

    @Test
    void labelsStandBeforeEachLineAndLinesStayWhole() {
        String half =
                "for i in 1 2 3; do printf \"a%.0s\" {1..2000}; printf \"b%.0s\" {1..2000}; echo; done; printf end";
        Result result = run("srun -l -n 4 bash -c '" + half + "'");
        assertEquals(16, result.lines().size());
        assertTrue(result.lines().stream().allMatch(line -> line.matches("[0-3]: (a{2000}b{2000}|end)")));
    }

    @Test
    void allTasksReadTheInput() {
        assertEquals(
                List.of("0: one", "0: two", "1: one", "1: two"),
                run("printf 'one\\ntwo\\n' | srun -l -n 2 cat").sorted());
        assertEquals(
                List.of("0: here", "1: here"), run("srun -l -n 2 cat <<< here").sorted());
        String much = run("head -c 3000000 /dev/zero | srun -n 3 wc -c").text();
        assertEquals("3000000\n".repeat(3), much);
    }

    @Test
    void outputGoesToFilesByPattern() throws IOException {
        run("srun -n 3 -o 'out-%j-%t-%N.txt' -e all.txt bash -c 'echo $SLURM_PROCID; echo e >&2'");
        assertEquals("2\n", Files.readString(folder.resolve("out-7-2-demo-a2.txt")));
        assertEquals("e\ne\ne\n", Files.readString(folder.resolve("all.txt")));
    }

    @Test
    void exportDecidesWhatTasksSee() {
        environment.put("MINE", "1");
        environment.put("OTHER", "2");
        String show = " bash -c 'echo $MINE-$OTHER-$NEW-$SLURM_JOB_ID'";
        assertEquals("1-2--7\n", run("srun -n1" + show).text());
        assertEquals("---7\n", run("srun -n1 --export=NONE" + show).text());
        assertEquals(
                "1--a b,c-7\n",
                run("srun -n1 --export=MINE,NEW='\"a b,c\"'" + show).text());
        assertEquals("1-2-x-7\n", run("srun -n1 --export=ALL,NEW=x" + show).text());
    }

    @Test
    void stepsAtTheSameTimeHaveNumbersAndGpusOfTheirOwn() {
        String step =
                "srun -n1 -N1 -c2 --gpus-per-task=1 bash -c 'echo $SLURM_STEP_ID $SLURMD_NODENAME $CUDA_VISIBLE_DEVICES;"
                        + " until [ -e go ]; do sleep 0.01; done' &";
        Result result =
                run(step + step + step + " until [ $(grep -c '[0-9]' steps) = 1 ] && [ \"$(head -c 1 steps)\" = 3 ];"
                        + " do sleep 0.01; done; touch go; wait");
        List<String> lines = result.lines();
        assertEquals(
                3, lines.stream().map(line -> line.substring(0, 1)).distinct().count(), result.text());
        assertEquals(3, lines.stream().map(line -> line.substring(2)).distinct().count(), result.text());
    }

    @Test
    void aStepThatFindsNoFreeCpuWaitsForOne() {
        Result result = run(
                "srun -n 6 bash -c 'until [ -e waits ]; do sleep 0.01; done; echo first' &"
                        + " until [ \"$(head -c 1 steps)\" = 1 ]; do sleep 0.01; done;"
                        + " srun -n 1 echo second 2> told & until grep -qs disabled told; do sleep 0.01; done; touch waits; wait");
        assertEquals("first\n".repeat(6) + "second\n", result.text());
    }

    @Test
    void overlapDoesNotWait() {
        Result result = run("srun -n 6 bash -c 'until [ -e seen ]; do sleep 0.01; done' &"
                + " until [ \"$(head -c 1 steps)\" = 1 ]; do sleep 0.01; done; srun --overlap -n 1 touch seen; wait");
        assertEquals(0, result.code(), result.text());
        assertTrue(Files.exists(folder.resolve("seen")));
    }

    @Test
    void tasksEndWithTheirSrun() {
        Result result = run("srun -n 2 bash -c 'echo $$ >> pids; exec sleep 300' & "
                + "until [ \"$(cat pids 2>/dev/null | wc -l)\" = 2 ]; do sleep 0.01; done; kill -KILL $!; wait 2>/dev/null;"
                + " for pid in $(cat pids); do while grep -q '^State:.[^Z]' /proc/$pid/status 2>/dev/null; do sleep 0.01; done; done;"
                + " echo gone");
        assertTrue(result.text().endsWith("gone\n"), result.text());
    }

    @Test
    void signalsToSrunReachItsTasks() {
        Result result = run(
                "srun -n 2 bash -c 'trap \"echo got; exit 5\" INT; touch up-$SLURM_PROCID; while :; do sleep 0.02; done' & "
                        + "until [ -e up-0 ] && [ -e up-1 ]; do sleep 0.01; done; kill -INT $!; wait $!; echo code $?");
        assertEquals(2, result.lines().stream().filter("got"::equals).count(), result.text());
        assertTrue(result.text().endsWith("code 5\n"), result.text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "srun -n 7 true | More processors requested than permitted",
                "srun -N 3 true | 3 nodes were asked for, the job has 2",
                "srun -w demo-b9 true | demo-b9 is not a node of this job",
                "srun -n 4 --gpus-per-task=2 true | GPUs were asked for on demo-a",
                "srun --pty bash | open a terminal session",
                "srun --mpi=pmix a | mpirun",
                "srun --exclude=demo-a1 a | --nodelist",
                "srun --bogus a | --bogus is not known",
                "srun -X a | -X is not known",
                "srun --ntasks=x a | --ntasks takes a number",
                "srun --n 2 a | means more than one option",
                "srun -n 1 | no program was named",
                "env -u GATEHOUSE_SHARES srun a | not inside a job",
                "scontrol show job 3 | ask Gatehouse's pages"
            })
    void whatCannotBeDoneIsRefusedWithTheReason(String command, String reason) {
        Result result = run(command);
        assertEquals(1, result.code());
        assertTrue(result.text().contains(reason), result.text());
    }

    @Test
    void aStepEndsWithItsTasksWhateverTheyLeaveBehind() {
        Result result = run(
                "srun -n 1 bash -c 'setsid bash -c \"for n in \\$(seq 100); do echo tick; sleep 0.05; done\" & sleep 0.2'; echo ended");
        assertTrue(result.text().endsWith("ended\n"), result.text());
        assertTrue(result.text().lines().count() < 30, result.text());
    }

    @Test
    void optionsMayBeShortenedAndSomeHaveNoEffect() {
        Result result = run(
                "srun --cpu-bind=cores --mem=4G -p gpu -A vision --mem-bind=local --exact --mpi=none --ntasks 1 --lab -J name -v -- echo x");
        assertEquals("0: x\n", result.text());
    }

    @Test
    void scontrolPrintsTheNamesOfNodes() {
        assertEquals("demo-a1\ndemo-a2\n", run("scontrol show hostnames").text());
        assertEquals(
                "demo-a1\n",
                run("scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n1")
                        .text());
        assertEquals(
                "n09\nn10\nx\n", run("scontrol show hostnames 'n[09-10],x'").text());
        assertEquals("n[09-10],x\n", run("scontrol show hostlist n09,n10,x").text());
    }

    @Test
    void manyTasksRunAtOnce() {
        Result result = run("srun -O -n 64 bash -c 'echo $SLURM_PROCID'");
        int[] ranks =
                result.lines().stream().mapToInt(Integer::parseInt).sorted().toArray();
        int[] all = new int[64];
        Arrays.setAll(all, i -> i);
        assertTrue(Arrays.equals(all, ranks), result.text());
    }
}
