package org.gatehouse.script;

import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.header;
import static org.gatehouse.script.Scripts.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of lines that are no options: of commands, other directives and values without effect. */
class BodyTest {

    private static List<String> warnings(String script) {
        return codes(read(script), Severity.WARNING);
    }

    @ParameterizedTest
    @CsvSource({
        "/bin/bash,true",
        "/bin/sh -e,true",
        "/usr/bin/env bash,true",
        "/usr/bin/env -S zsh -f,true",
        "/usr/bin/python3,false",
        "/usr/bin/env python,false",
        "/usr/bin/Rscript,false"
    })
    void onlyCommandsOfShellsAreLookedAt(String interpreter, boolean shell) {
        assertEquals(shell, !warnings("#!" + interpreter + "\nmodule load x\n").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat <<EOF\nsrun x\n#SBATCH -n 2\nEOF\n",
                "cat <<-'EOF'\n\tsrun x\n\tEOF\n",
                ": <<DOC\nmodule load x\n#SBATCH -n 2\nDOC\n",
                "cat << \"A\" <<B\nsrun\nA\nsrun\nB\n",
                "module() {\n  true\n}\nmodule load x\n",
                "module () { true; }\n",
                "echo $((1<<x))\n",
                "scontrol show hostnames $SLURM_JOB_NODELIST\n",
                "for n in $(scontrol show hostname); do echo $n; done\n",
            })
    void whatIsNoCommandOfThePoolsIsNotWarnedOf(String body) {
        assertEquals(List.of(), warnings("#!/bin/bash\n" + body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat <<EOF\nx\nEOF\nsrun y\n", "echo $((1<<x))\nsrun x\n", "cat <<<x\nsrun y\nx\n"})
    void commandsBehindADocumentAreLookedAt(String body) {
        assertEquals(List.of("command-not-on-this-pool"), warnings("#!/bin/bash\n" + body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sbatch next.sh",
                "squeue -u me",
                "scancel 5",
                "sacct -j 1",
                "sinfo",
                "scontrol show job 5",
                "scontrol requeue 1"
            })
    void commandsOfSlurmAreWarnedOf(String command) {
        var found =
                finding(read("#!/bin/bash\necho\n" + command + "\n", Scripts.EVERYTHING), "command-not-on-this-pool");
        assertTrue(found.message().endsWith("the pool all has no Slurm commands"), found::message);
        assertEquals(new Place(3, 1), found.place());
    }

    @ParameterizedTest
    @ValueSource(strings = {"srun --pty bash", "srun -n 2 --multi-prog x.conf"})
    void whatSrunDoesNotDoHereIsWarnedOf(String command) {
        var verdict = read("#!/bin/bash\n" + command + "\n", Scripts.EVERYTHING);
        assertEquals(List.of("command-not-on-this-pool"), codes(verdict, Severity.WARNING));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"#SBATH -n 2", "#SBACTH --mem=1G", "#SBTACH -n 2", "#BATCH -n 2", "#SBATCHH -n 2x", "#sbath -n 2"
            })
    void aMisspeltDirectiveIsIgnoredAndWarnedOf(String line) {
        var verdict = header(line);
        if (!line.startsWith("#SBATCHH")) {
            assertEquals(LineOutcome.IGNORED, verdict.lines().getFirst().outcome());
            assertEquals(List.of("misspelt-directive"), codes(verdict, Severity.WARNING));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"#SBATH", "# batch - see below", "#Batch of ten", "#----- - -", "#SB -n"})
    void aCommentIsNoMisspeltDirective(String line) {
        assertEquals(List.of(), codes(header(line), Severity.WARNING));
    }

    @Test
    void directivesOfOthersAreWarnedOfOnce() {
        assertEquals(List.of("other-scheduler"), codes(header("#PBS -l nodes=2", "#BSUB -n 2"), Severity.WARNING));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--input=none", "--input=/dev/null", "--no-kill=off", "-koff", "--propagate", "--propagate=ALL"})
    void whatIsSoAnywayIsTakenWithoutEffect(String option) {
        var verdict = header("#SBATCH " + option);
        assertEquals(List.of(), verdict.errors());
        assertEquals(LineOutcome.NO_EFFECT, verdict.lines().getFirst().outcome());
        assertEquals(Map.of(), Scripts.accepted(verdict).further());
    }

    @Test
    void noMailIsSentAndThatIsSaidOnce() {
        assertEquals(
                List.of("no-mail"),
                codes(header("#SBATCH --mail-type=END", "#SBATCH --mail-type=ALL"), Severity.NOTICE));
        assertEquals(List.of(), codes(header("#SBATCH --mail-type=NONE"), Severity.NOTICE));
    }

    @Test
    void thePlaceOfAnOptionIsThatOfTheSettingThatCounts() {
        var verdict = header("#SBATCH -D /a -D /b", "#SBATCH --chdir=/c", "#SBATCH -n 2");
        assertEquals(Optional.of(new Place(3, 9)), verdict.placeOf("chdir"));
        assertEquals(Optional.empty(), verdict.placeOf("output"));
        var form = Scripts.source(Scripts.withHeader("#SBATCH -D /a")).withOverrides(Map.of("chdir", "/b"));
        assertFalse(new ScriptReader().read(form, Scripts.POOL).placeOf("chdir").isPresent());
    }
}
