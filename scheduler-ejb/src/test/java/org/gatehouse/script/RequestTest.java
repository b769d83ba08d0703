package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.header;
import static org.gatehouse.script.Scripts.read;
import static org.gatehouse.script.Scripts.source;
import static org.gatehouse.script.Scripts.withHeader;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the settings add up to on a pool, and what the pool refuses. */
class RequestTest {

    @Test
    void aWholeRequestIsReadAndPutIntoOneSentence() {
        var verdict = header(
                "#SBATCH -J vision-run --gres=gpu:a100:2 -c 8 --mem=32G",
                "#SBATCH --time=2:00:00 -o logs/%x-%j.out --open-mode=append -D runs");
        var request = accepted(verdict);
        assertEquals("2 a100 GPUs on one node, 8 CPUs, 32 GiB memory, for at most 2 h.", verdict.summary());
        assertEquals("vision-run", request.label().name());
        assertEquals("vision/detection", request.label().team());
        assertEquals("gpu", request.label().partition());
        assertEquals(
                new TimeLimit(Duration.ofHours(2), TimeLimit.Origin.ASKED),
                request.label().timeLimit());
        assertEquals(List.of(new GpuCount("a100", 2)), request.resources().gpus());
        assertEquals(new Memory.Mebibytes(32768), request.resources().memory());
        assertEquals(new FileNamePattern("logs/%x-%j.out"), request.streams().stdout());
        assertEquals(request.streams().stdout(), request.streams().stderr());
        assertEquals(OpenMode.APPEND, request.streams().openMode());
        assertEquals("runs", request.streams().chdir());
        assertTrue(verdict.lines().stream().allMatch(line -> line.outcome() == LineOutcome.APPLIED));
        assertEquals(List.of(), verdict.findings());
    }

    @Test
    void everythingHasADefault() {
        var request = accepted(header());
        assertEquals("train.sh", request.label().name());
        assertEquals(
                new TimeLimit(Duration.ofHours(1), TimeLimit.Origin.PARTITION_DEFAULT),
                request.label().timeLimit());
        assertEquals(1, request.resources().totalCpus());
        assertEquals(new Memory.Mebibytes(2000), request.resources().memory());
        assertEquals("slurm-%j.out", request.streams().stdout().text());
        assertEquals(new ExportMode.All(), request.program().export());
        assertNull(request.streams().chdir());
        assertEquals("/bin/bash", request.program().interpreter());
    }

    @Test
    void aRefusedScriptGivesAllItsErrorsAtOnce() {
        var verdict = header(
                "#SBATCH --time=30m",
                "#SBATCH partition=x",
                "#SBATCH --array=1-3",
                "#SBATCH -c 0",
                "#SBATCH --acount=x");
        assertEquals(
                List.of("bad-value", "extra-word", "not-yet-on-this-pool", "bad-value", "unknown-option"),
                codes(verdict, Severity.ERROR));
        assertTrue(verdict.request().isEmpty());
        assertEquals("Not accepted: 5 errors.", verdict.summary());
        assertEquals(
                List.of(2, 3, 4, 5, 6),
                verdict.lines().stream()
                        .filter(line -> line.outcome() == LineOutcome.ERROR)
                        .map(line -> line.place().line())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--time=30m        | write 00:30:00 or 30 (minutes)",
                "partition=gpu     | write --partition=gpu",
                "--acount=x        | did you mean --account?",
                "--workdir=/x      | did you mean --chdir?",
                "--cpu-per-task=4  | did you mean --cpus-per-task?",
                "-job-name=x       | did you mean --job-name (two hyphens)?",
                "--mem=16 GB       | write --mem=16GB without a blank",
                "-J my job         | put a value with blanks in quotes: --job-name=\"my job\"",
                "-p gpuu           | did you mean gpu?",
                "-A detecton       | name one of them",
                "--gres=gpu:a10:1  | did you mean a100?",
                "-p=gpu            | did you mean gpu?",
                "-G gpu:2          | leave out gpu: in this option",
            })
    void aHintSaysWhatToWrite(String options, String hint) {
        var hints = header("#SBATCH " + options).errors().stream()
                .map(Finding::hint)
                .toList();
        assertTrue(hints.contains(hint), hints::toString);
    }

    @Test
    void aValueGluedToALetterWithEqualsIsWarnedOf() {
        var warning = finding(header("#SBATCH -p=gpu"), "equals-behind-letter");
        assertTrue(warning.message().contains("\"=gpu\""));
        assertEquals("write -p gpu or --partition=gpu", warning.hint());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--array=1-3",
                "--dependency=afterok:1",
                "--begin=now+1hour",
                "--hold",
                "--requeue",
                "--signal=B:USR1@60",
                "--exclusive",
                "--constraint=a100",
                "--nodelist=n1",
                "--exclude=n1",
                "--nodes=2",
                "--qos=high",
                "--reservation=x",
                "--container-image=ghcr.io\\#x",
                "--prefer=a100",
                "--batch=a100",
                "--nodefile=nodes",
                "--sockets-per-node=2",
                "--threads-per-core=2",
                "--ntasks-per-core=2",
                "-B 2:4",
                "--core-spec=2",
                "--licenses=x",
                "--contiguous",
                "--gres=shard:1",
                "--nice=5",
                "--deadline=2030-01-01",
                "--gres=gpu:1,shard:2"
            })
    void whatThePoolCannotHonourIsRefusedAndNeverIgnored(String option) {
        var verdict = header("#SBATCH -J x", "#SBATCH " + option);
        var found = finding(verdict, "not-yet-on-this-pool");
        assertEquals(new Place(3, 9), found.place());
        assertTrue(found.message().contains("not yet honoured on this pool"), found::message);
        assertTrue(verdict.request().isEmpty());
    }

    @Test
    void anArrayIsRefusedByName() {
        assertEquals(
                "--array (the index set of an array) is not yet honoured on this pool (demo)",
                finding(header("#SBATCH --array=1-3"), "not-yet-on-this-pool").message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--mail-type=ALL",
                "--mail-user=x",
                "--comment=\"a b\"",
                "-v",
                "--parsable",
                "-Q",
                "--wckey=w",
                "--gpu-bind=single:1",
                "--hint=nomultithread",
                "-m block:cyclic",
                "--mem-bind=local",
                "--use-min-nodes"
            })
    void whatHasNoEffectIsKeptAndSaid(String option) {
        var verdict = header("#SBATCH " + option);
        accepted(verdict);
        assertEquals(LineOutcome.NO_EFFECT, verdict.lines().getFirst().outcome());
        assertTrue(verdict.lines().getFirst().says().endsWith("no effect on the job here"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--uid=0", "--gid=0", "--help", "--version", "--test-only"})
    void whatNobodyMayAskForIsRefused(String option) {
        assertEquals(List.of("never-allowed"), codes(header("#SBATCH " + option), Severity.ERROR));
    }

    @Test
    void aPoolThatHonoursMoreGetsItInTheRequest() {
        var request = accepted(header(Scripts.EVERYTHING, "#SBATCH --array=1-4%2 --hold -N 2 --signal=USR1 -q high"));
        assertEquals(Map.of("qos", "high"), request.further());
        assertEquals("1-4", request.array().orElseThrow().indices().toString());
        assertEquals(2, request.array().orElseThrow().atOnce().orElseThrow());
        assertTrue(request.timing().held());
        assertEquals(
                new WarningSignal(10, false, Duration.ofSeconds(60)),
                request.ending().warning().orElseThrow());
        assertEquals(2, request.resources().nodes());
    }

    @Test
    void theLastOfAnOptionWinsAndTheEarlierLineSaysSo() {
        var verdict = header("#SBATCH -c 2", "#SBATCH -c 4");
        assertEquals(4, accepted(verdict).resources().cpusPerTask());
        assertEquals(LineOutcome.IGNORED, verdict.lines().getFirst().outcome());
        assertEquals(
                "line 3 says --cpus-per-task=4; the last one wins",
                verdict.lines().getFirst().says());
    }

    @Test
    void fieldsOfTheRequestWinOverTheScript() {
        var script = source(withHeader("#SBATCH -t 10 -p debug --mem-per-cpu=1G", "#SBATCH --gpus=1"));
        var fields = Map.of("time", "20", "partition", "gpu", "mem", "4G", "gres", "gpu:v100:2", "job-name", "");
        var verdict =
                new ScriptReader().read(script.withOverrides(fields).withArgs(List.of("a b", "-c")), Scripts.POOL);
        var request = accepted(verdict);
        assertEquals(Duration.ofMinutes(20), request.label().timeLimit().limit());
        assertEquals("gpu", request.label().partition());
        assertEquals("train.sh", request.label().name());
        assertEquals(new Memory.Mebibytes(4096), request.resources().memory());
        assertEquals(List.of(new GpuCount("v100", 2)), request.resources().gpus());
        assertEquals(List.of("a b", "-c"), request.program().args());
        assertTrue(verdict.lines().stream().allMatch(line -> line.outcome() == LineOutcome.IGNORED));
        assertTrue(verdict.lines().getFirst().says().contains("the request says"));
    }

    @Test
    void anErrorInAFieldNamesTheField() {
        var script = source(withHeader()).withOverrides(Map.of("time", "30m", "colour", "red"));
        var verdict = new ScriptReader().read(script, Scripts.POOL);
        assertNull(finding(verdict, "bad-value").place());
        assertEquals("time", finding(verdict, "bad-value").option());
        assertEquals("colour", finding(verdict, "unknown-option").option());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--mem=4 --mem-per-cpu=2                | memory-options-exclusive",
                "--mem=4 --mem-per-gpu=2 -G 1           | memory-options-exclusive",
                "--mem-per-gpu=2                        | memory-per-gpu-without-gpus",
                "--gpus-per-task=2                      | gpus-per-task-alone",
                "-n4 --gpus-per-task=2 --gpus=4         | gpu-totals-differ",
                "--gpus-per-task=2 -G 5                 | gpu-totals-differ",
                "-G 3 --gpus-per-node=2                 | gpu-totals-differ",
                "-G v100:2 --gpus-per-node=2            | gpu-types-mixed",
                "--gres=gpu:a100:1,gpu:1                | gpu-types-mixed",
                "--gpus=a100:2 --gres=gpu:v100:2        | gpu-totals-differ",
                "-N 1 -n 8 --ntasks-per-node=4          | too-many-tasks",
                "-n 8 --ntasks-per-node=4               | not-yet-on-this-pool",
                "--gres=gpus:2                          | unknown-resource",
                "--gres=GPU:2                           | unknown-resource",
                "--time=11-0                            | time-above-maximum",
                "-p debug -t 31                         | time-above-maximum",
                "-p cpu                                 | unknown-partition",
                "-A nlp                                 | unknown-team",
                "-p gpu,debug                           | not-yet-on-this-pool",
                "-o \"\" -J x                           | missing-value",
                "--output=                              | bad-value",
                "--export=A-B                           | bad-value",
            })
    void whatDoesNotGoTogetherOrDoesNotExistIsRefused(String options, String code) {
        assertTrue(codes(header("#SBATCH " + options), Severity.ERROR).contains(code), options);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--mem-per-cpu=2G -n 2 -c 4     | 16384",
                "--mem-per-gpu=8G -G 3          | 24576",
                "--mem=0                        | 0",
                "--mem-per-cpu=0                | 0",
            })
    void memoryIsThatOfTheNode(String options, long mebibytes) {
        Memory expected = mebibytes == 0 ? new Memory.WholeNode() : new Memory.Mebibytes(mebibytes);
        assertEquals(
                expected, accepted(header("#SBATCH " + options)).resources().memory());
    }

    @Test
    void anUnlimitedTimeIsThePartitionsMaximumAndSaidSo() {
        var verdict = header("#SBATCH --time=UNLIMITED");
        assertEquals(
                new TimeLimit(Duration.ofDays(10), TimeLimit.Origin.PARTITION_MAXIMUM),
                accepted(verdict).label().timeLimit());
        assertTrue(finding(verdict, "unlimited-time").message().contains("10 d"));
    }

    @Test
    void theTeamIsTheOnlyOneOrMustBeSaid() {
        var several = Scripts.withTeams("vision", "vision/detection", "nlp/detection");
        var unsaid = header(several);
        assertEquals("account", finding(unsaid, "team-not-said").option());
        assertTrue(finding(unsaid, "team-not-said").message().contains("nlp/detection"));
        assertEquals(
                "vision", accepted(header(several, "#SBATCH -A vision")).label().team());
        assertEquals(List.of("ambiguous-team"), codes(header(several, "#SBATCH -A detection"), Severity.ERROR));
        assertEquals(
                "vision/detection",
                accepted(header("#SBATCH -A detection")).label().team());
        var chosen = source(withHeader()).withOverrides(Map.of("account", "vision"));
        assertEquals(
                "vision",
                accepted(new ScriptReader().read(chosen, several)).label().team());
        assertEquals(List.of("no-team"), codes(header(Scripts.withTeams()), Severity.ERROR));
    }

    @Test
    void theEnvironmentMayBeAListWithAll() {
        assertEquals(
                new ExportMode.Listed(true, List.of("A"), Map.of("B", "x y", "C", "")),
                accepted(header("#SBATCH --export=ALL,A,B=\"x y\",C="))
                        .program()
                        .export());
        assertEquals(
                new ExportMode.None(),
                accepted(header("#SBATCH --export=none")).program().export());
    }

    @Test
    void commandsThatThePoolLacksAreWarnedOfOnceEach() {
        var verdict = read("""
                #!/bin/bash
                module load cuda
                # srun x
                srun a && FOO=1 mpirun b
                if true; then srun c; fi
                echo srun
                """);
        accepted(verdict);
        var places = verdict.findings().stream().map(Finding::place).toList();
        assertEquals(List.of(new Place(2, 1), new Place(4, 1), new Place(4, 17)), places);
        assertTrue(codes(read("#!/bin/bash\nsrun x\n", Scripts.EVERYTHING), Severity.WARNING)
                .isEmpty());
    }

    @Test
    void variablesInValuesAreWarnedOf() {
        assertEquals(
                List.of("variable-not-expanded", "variable-not-expanded"),
                codes(header("#SBATCH -o $HOME/x -J $(date)"), Severity.WARNING));
    }
}
