package org.gatehouse.script;

import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is advised must help whoever follows it to the letter. */
class AdviceTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "-mem=10G         | did you mean --mem=10G (two hyphens)?",
                "-output=x.log    | did you mean --output=x.log (two hyphens)?",
                "-time=1:00       | did you mean --time=1:00 (two hyphens)?",
                "-nodes=2         | did you mean --nodes=2 (two hyphens)?",
                "-ntasks=4        | did you mean --ntasks=4 (two hyphens)?",
                "-partition=gpu   | did you mean --partition=gpu (two hyphens)?",
                "-part=gpu        | did you mean --part=gpu (two hyphens)?",
                "-array=1-3       | did you mean --array=1-3 (two hyphens)?",
                "-account=x       | did you mean --account=x (two hyphens)?",
            })
    void aLongNameBehindOneHyphenIsWarnedOf(String options, String hint) {
        var found = finding(header("#SBATCH " + options), "one-hyphen");
        assertEquals(Severity.WARNING, found.severity());
        assertEquals(hint, found.hint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Jmem", "-pgpu", "-n4 -c2", "-omy=x", "-sH", "-t1:30"})
    void glueWithoutALongNameIsNotWarnedOf(String options) {
        assertTrue(header("#SBATCH " + options).findings().stream()
                .noneMatch(finding -> finding.code().equals("one-hyphen")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-m plane",
                "-m plane=x",
                "-m plane=0",
                "-m block:arbitrary",
                "-m cyclic:block:cyclic:block",
                "-m fcyclic",
                "-m em=10G",
                "-m blockx",
                "-m plane=4:block",
                "--profile=foo",
                "--gpu-bind=v,single:2",
                "--gpu-bind=foo",
                "--gpu-bind=single",
                "--gpu-bind=verbose",
                "--gpu-bind=map_gpu:x",
                "--gpu-bind=per_task",
                "--mem-bind=nonsense",
                "--mem-bind=map_mem:",
                "--gres-flags=disable",
                "--acctg-freq=foo",
                "--acctg-freq=task=x",
                "--acctg-freq=task",
                "--acctg-freq=foo=3"
            })
    void whatSbatchRefusesOfAChoiceIsRefused(String options) {
        assertEquals(Map.of("refused", "bad-value"), Scripts.settings("#SBATCH " + options));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-m block",
                "-m cyclic:cyclic",
                "-m block:cyclic:fcyclic",
                "-m plane=4",
                "-m arbitrary",
                "-m block,Pack",
                "-m Pack",
                "-m *:block",
                "-m BLOCK",
                "-m *",
                "-m block,",
                "--profile=Energy,task",
                "--profile=task,foo",
                "--gpu-bind=verbose,closest",
                "--gpu-bind=map_gpu:0,1",
                "--gpu-bind=mask_gpu:0x1",
                "--gpu-bind=map_gpu:",
                "--gpu-bind=single:x",
                "--mem-bind=verbose,local",
                "--mem-bind=map_mem:0,1",
                "--mem-bind=p",
                "--gres-flags=Enforce-Binding",
                "--acctg-freq=0",
                "--acctg-freq=task=30,energy=10"
            })
    void whatSbatchTakesOfAChoiceIsTaken(String options) {
        assertTrue(header("#SBATCH " + options).accepted(), options);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "--time 1 day            | write --time=1-00:00:00",
                "--time 12 hours         | write --time=12:00:00",
                "--time 30 min           | write --time=30",
                "--gres gpu 2            | write --gres=gpu:2",
                "--gres:gpu=2            | write --gres=gpu:2",
                "--mem 16 GB             | write --mem=16GB without a blank",
                "-n 4 5                  | remove it, or write it as --option=value",
                "-D /home/me/work with space | put a value with blanks in quotes: --chdir=\"/home/me/work with space\"",
                "--mem-per-cpu=100G -c 8 | ask for at most 64000M for each of 8 CPUs",
                "--mem-per-gpu=300G -G 2 | ask for at most 256000M for each of 2 GPUs",
            })
    void aHintHelpsWhenFollowedToTheLetter(String options, String hint) {
        assertEquals(hint, header("#SBATCH " + options).errors().getFirst().hint());
    }

    @Test
    void aGpuTypeIsNoFeatureAndThatIsSaidOnce() {
        var errors = header(Scripts.EVERYTHING, "#SBATCH -C 1080").errors();
        assertEquals(1, errors.size(), errors::toString);
        assertEquals(
                "remove --constraint; for GPUs write --gres=gpu:1080",
                errors.getFirst().hint());
    }

    @Test
    void anInvisibleCharacterIsNamed() {
        assertTrue(finding(header("#SBATCH -p gpu\u200B"), "invisible-character")
                .message()
                .contains("an invisible character (U+200B)"));
        assertTrue(String.valueOf(
                        finding(header("#SBATCH \u200B-n 2"), "extra-word").hint())
                .contains("U+200B"));
    }

    @ParameterizedTest
    @CsvSource({"SBATCH_FOO,", "SBATCH_PARTITON,did you mean SBATCH_PARTITION?"})
    void aVariableIsComparedBehindItsPrefix(String variable, String hint) {
        var script = Scripts.source(Scripts.withHeader()).withEnvironment(Map.of(variable, "x"));
        assertEquals(
                hint,
                finding(new ScriptReader().read(script, Scripts.POOL), "unknown-variable")
                        .hint());
    }
}
