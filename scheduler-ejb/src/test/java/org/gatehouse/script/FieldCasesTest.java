package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.header;
import static org.gatehouse.script.Scripts.read;
import static org.gatehouse.script.Scripts.source;
import static org.gatehouse.script.Scripts.withHeader;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Troubles that users of other portals had, by number; B01 to B04 are in {@link ShapeTest}. */
class FieldCasesTest {

    @Test
    @DisplayName("B05 an unquoted blank is refused with its line, a field of the form may hold one")
    void anUnquotedBlankIsRefusedAndAFieldMayHoldOne() {
        var verdict = header("#SBATCH -J \"run(1)\"", "#SBATCH -D /home/alice/work with space");
        var words = verdict.errors();
        assertEquals(List.of("extra-word", "extra-word"), codes(verdict, Severity.ERROR));
        assertEquals(new Place(3, 29), words.getFirst().place());
        assertTrue(String.valueOf(words.getFirst().hint()).contains("in quotes"));

        var form = source(withHeader()).withOverrides(Map.of("chdir", "/home/alice/work with space"));
        assertEquals(
                "/home/alice/work with space",
                accepted(new ScriptReader().read(form, Scripts.POOL)).streams().chdir());
    }

    @Test
    @DisplayName("B06 B08 names are free text")
    void namesAreFreeText() {
        String odd = "D01_log(kd)=-1...1;touch x;$(id).slurm";
        var bytes = withHeader().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(
                odd,
                accepted(new ScriptReader().read(ScriptSource.of(bytes, odd), Scripts.POOL))
                        .label()
                        .name());
        for (String name : List.of("a(b)", "..", "con", "a/b", "ü".repeat(255), "\uD83D\uDE80")) {
            var script = source(withHeader()).withOverrides(Map.of("job-name", name));
            assertEquals(
                    name,
                    accepted(new ScriptReader().read(script, Scripts.POOL))
                            .label()
                            .name());
        }
    }

    @Test
    @DisplayName("B11 a tilde in a log path is warned of")
    void aTildeIsWarnedOf() {
        var verdict = header("#SBATCH --output=~/logs/%x.out");
        assertEquals("~/logs/%x.out", accepted(verdict).streams().stdout().text());
        assertEquals(new Place(2, 9), finding(verdict, "tilde-not-expanded").place());
    }

    @Test
    @DisplayName("B14 a pattern by field and by script are the same, both unexpanded")
    void aPatternStaysUnexpanded() {
        var byField = source(withHeader()).withOverrides(Map.of("output", "%N/%x.%j.out"));
        assertEquals(
                accepted(header("#SBATCH -o %N/%x.%j.out")).streams().stdout(),
                accepted(new ScriptReader().read(byField, Scripts.POOL))
                        .streams()
                        .stdout());
    }

    @ParameterizedTest(name = "B15 {0}")
    @CsvSource({"'',train.py", "'My title',My title", "'C:\\jobs\\run.sh',run.sh", "'/tmp/a/run.sbatch',run.sbatch"})
    void aJobWithoutNameGetsAUsefulOne(String fileName, String name) {
        var script = "#!/bin/bash\nset -e\ncd /data\npython train.py --epochs 3\n";
        var bytes = script.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        var verdict = new ScriptReader().read(ScriptSource.of(bytes, fileName), Scripts.POOL);
        assertEquals(name, accepted(verdict).label().name());
    }

    @ParameterizedTest(name = "B18 {0}")
    @ValueSource(strings = {"-p debug", "-pdebug", "--partition debug", "--partition=debug", "--part=debug"})
    void allSpellingsOfAnOptionGiveTheSame(String spelling) {
        assertEquals("debug", accepted(header("#SBATCH " + spelling)).label().partition());
    }

    @ParameterizedTest(name = "B23 {0}")
    @ValueSource(strings = {"24G", "24GB", "24576", "24g"})
    void oneUnitRuleHolds(String text) {
        var inScript = header("#SBATCH --mem=" + text);
        var inForm = new ScriptReader().read(source(withHeader()).withOverrides(Map.of("mem", text)), Scripts.POOL);
        assertEquals(new Memory.Mebibytes(24576), accepted(inScript).resources().memory());
        assertEquals(new Memory.Mebibytes(24576), accepted(inForm).resources().memory());
        assertEquals(inScript.summary(), inForm.summary());
        assertTrue(inScript.lines().getFirst().says().contains("24 GiB"));
    }

    @Test
    @DisplayName("B23 24000M is not 24G")
    void amountsBetweenAreKeptExactly() {
        assertEquals(
                new Memory.Mebibytes(24000),
                accepted(header("#SBATCH --mem=24000M")).resources().memory());
    }

    @Test
    @DisplayName("B25 memory 0 is the whole node (S002: comments and blanks behind, no final newline)")
    void memoryZeroIsTheWholeNode() {
        var verdict =
                read("#!/bin/bash\n#SBATCH --mem=0        # all of it   \n#SBATCH -c 4           # cores  \necho");
        assertEquals(new Memory.WholeNode(), accepted(verdict).resources().memory());
        assertTrue(verdict.summary().contains("all memory of the node"));
    }

    @ParameterizedTest(name = "B61 {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-n64 -c8                  | no node can ever fit 512 CPUs; the largest has 64",
                "--gres=gpu:a100:9         | no node can ever fit 9 a100 GPUs; the largest has 8",
                "-G 9                      | no node can ever fit 9 GPUs; the largest has 8",
                "--gpus=h100:1             | no GPU of type h100; the types it has: 1080, a100, v100",
                "--mem=1T                  | the largest has 500 GiB",
                "-G v100:1 -c 64           | no node has 64 CPUs, 1 v100 GPU and the memory together",
            })
    void whatCanNeverFitIsRefusedWithWhatThereIs(String options, String message) {
        var errors = header("#SBATCH " + options).errors();
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().message().contains(message), errors::toString);
        assertEquals(2, errors.getFirst().place().line());
    }

    @ParameterizedTest(name = "B65 {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--gres=gpu:2                                        | 2",
                "--gpus=2                                            | 2",
                "-G 2                                                | 2",
                "--gpus-per-node=2 -N1                               | 2",
                "--gpus-per-task=1 -n2                               | 2",
                "--gres=gpu:a100:2 --gpus-per-task=a100:2 -n 1       | 2",
                "--gres=gpu:a100:2 --gpus-per-task=a100:2 -N 1       | 2",
                "--gpus=4 --gpus-per-node=4                          | 4",
                "--gpus-per-task=2 -G 4                              | 4",
                "-N 1 --gpus-per-node=4 --gpus-per-task=2            | 4",
                "--gpus-per-task=A100:1 -N 1 --ntasks-per-node=3     | 3",
                "--gres=gpu:1080:1,gpu:v100:2                        | 3",
                "--gres=gpu                                          | 1",
                "--gpus-per-node=v100                                | 1",
                "--gres=none                                         | 0",
                "--gres=gpu:0                                        | 0",
            })
    void allSpellingsOfGpusCount(String options, int total) {
        assertEquals(total, accepted(header("#SBATCH " + options)).resources().totalGpus(), options);
    }

    @Test
    @DisplayName("B65 a type in other capitals is the pool's type, and tasks follow from GPUs")
    void aTypeInOtherCapitalsIsThePoolsType() {
        var resources =
                accepted(header("#SBATCH --gpus=A100:4 --gpus-per-task=A100:2")).resources();
        assertEquals(List.of(new GpuCount("a100", 4)), resources.gpus());
        assertEquals(2, resources.tasks());
    }

    @Test
    @DisplayName("B55 the reading says how many tasks an array has; what is asked for is that of one")
    void anArrayIsOneJobWhoseTasksAreCounted() {
        var verdict = header(Scripts.EVERYTHING, "#SBATCH --array=0-99%10 -G 1");
        var request = accepted(verdict);
        assertEquals(1, request.resources().totalGpus());
        assertEquals(100, request.array().orElseThrow().indices().size());
        assertTrue(verdict.summary().contains("for each of 100 array tasks (10 at a time)"), verdict.summary());
    }

    @ParameterizedTest(name = "B57 {0}")
    @ValueSource(strings = {"1-100001", "0-50000,100001", "1-137,x"})
    void anArrayIsTakenWholeOrNotAtAll(String array) {
        var verdict = header(Scripts.EVERYTHING, "#SBATCH --array=" + array);
        assertEquals(List.of("bad-value"), codes(verdict, Severity.ERROR));
        assertTrue(verdict.request().isEmpty());
    }

    /** Headers with the traits of scripts that people run; what a pool lacks is refused by name, never something else. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "S007 | --gres=gpu:a100:2 --gpus-per-task=a100:2 -n 1 --comment=\"two words\"",
                "S008 | --gpus=4 --gpus-per-node=4 --time=3-1:0 --constraint=\"[nvlink]\"",
                "S009 | --gpus-per-task=A100:1 -n 2 --gpu-bind=single:1 --mem-per-gpu=8G --time=00-00:05:00",
                "S010 | --export=NONE --hint=nomultithread -o %j-%x.out --time=00-15:00:00",
                "S020 | --array=1-4%2 --gres=gpu:1",
                "S032 | --signal=B:USR1@60 --requeue --open-mode=append # comment",
                "S056 | --output=~/logs/%x.out --time=10-0 --array=1-9",
                "S080 | --gpus-per-node=4 --gpus-per-task=2 -N 1",
            })
    void aScriptFromTheWildIsTaken(String name, String options) {
        assertTrue(header(Scripts.EVERYTHING, "#SBATCH " + options).accepted(), name);
    }

    @Test
    @DisplayName("S010 a reservation is refused by name")
    void aReservationIsRefusedByName() {
        var found = finding(header("#SBATCH --reservation=x"), "not-yet-on-this-pool");
        assertTrue(found.message().contains("--reservation"));
    }
}
