package org.gatehouse.script;

import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.header;
import static org.gatehouse.script.Scripts.settings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How words of directives become options, measured with a real sbatch; no pool has a say here. */
class HeaderRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"  #SBATCH -n 3", "# SBATCH -n 3", "##SBATCH -n 3", "#sbatch -n 3", "#SBATCh -n 3"})
    void whatOnlyLooksLikeADirectiveIsIgnoredAndSaidWhy(String line) {
        assertEquals(Map.of(), settings(line));
        var ignored = header(line).lines().getFirst();
        assertEquals(LineOutcome.IGNORED, ignored.outcome());
        assertEquals(new Place(2, 1), ignored.place());
    }

    @Test
    void eachReasonToIgnoreALineIsNamed() {
        var says = header(
                        "  #SBATCH -n 3",
                        "# SBATCH -n 3",
                        "##SBATCH -n 3",
                        "#sbatch -n 3",
                        "#SBATCH",
                        "#PBS -l nodes=2")
                .lines()
                .stream()
                .map(ReadLine::says)
                .toList();
        assertTrue(says.get(0).contains("column 3"), says::toString);
        assertTrue(says.get(1).contains("blank between"), says::toString);
        assertTrue(says.get(2).contains("second #"), says::toString);
        assertTrue(says.get(3).contains("capitals"), says::toString);
        assertTrue(says.get(4).contains("empty"), says::toString);
        assertTrue(says.get(5).contains("another scheduler"), says::toString);
    }

    @Test
    void directivesEndAtTheFirstCommandNotAtBlankOrCommentLines() {
        var verdict = header("", "   ", "\t# comment", "#SBATCH -n 2", "echo", "#SBATCH -c 4");
        assertEquals(2, Scripts.accepted(verdict).resources().tasks());
        assertEquals(1, Scripts.accepted(verdict).resources().cpusPerTask());
        assertEquals(LineOutcome.IGNORED, verdict.lines().getLast().outcome());
        assertTrue(verdict.lines().getLast().says().contains("line 6"));
        assertTrue(codes(verdict, Severity.WARNING).contains("directive-after-command"));
    }

    @Test
    void theLastLineNeedsNoEnd() {
        assertEquals(
                3,
                Scripts.accepted(Scripts.read("#!/bin/bash\n#SBATCH -n 3"))
                        .resources()
                        .tasks());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#SBATCH--mem=16G                   | mem=16G",
                "#SBATCH\\t--mem=16G\\t-N\\t2       | mem=16G, nodes=2",
                "#SBATCH -N 2-4 -n8 -c2 -t1:30 -pgpu -Jx | cpus-per-task=2, job-name=x, nodes=2-4, ntasks=8, partition=gpu, time=1:30",
                "#SBATCH -p=gpu                     | partition==gpu",
                "#SBATCH --job=foo --part=gpu       | job-name=foo, partition=gpu",
                "#SBATCH -J a#b                     | job-name=a",
                "#SBATCH -J \"a#b\"                 | job-name=a#b",
                "#SBATCH -J a\\#b                   | job-name=a#b",
                "#SBATCH -J a\\\\b                  | job-name=a\\b",
                "#SBATCH -J \"it's\"                | job-name=it's",
                "#SBATCH -J \"a b\"c                | job-name=a bc",
                "#SBATCH -N 1 --                    | nodes=1",
                "#SBATCH --comment=\"x\" # c \"q    | comment=x",
                "#SBATCH -o $HOME/${USER}-~-$(id)   | output=$HOME/${USER}-~-$(id)",
                "#SBATCH --array=1 --array=2 -p a -p b | array=2, partition=b",
                "#SBATCH --gres=gpu:1 --gres=gpu:2 --signal=USR1 --signal=TERM@9 | gres=gpu:2, signal=TERM@9",
                "#SBATCH -Hn3                       | hold=, ntasks=3",
                "#SBATCH -sH                        | hold=, oversubscribe=",
                "#SBATCH -J -n -n 2                 | job-name=-n, ntasks=2",
                "#SBATCH -J --                      | job-name=--",
                "#SBATCH --tasks=4                  | ntasks-per-node=4",
                "#SBATCH --exclusive --nice         | exclusive=, nice=",
                "#SBATCH -n 3 \"\" -J x             | ntasks=3",
                "#SBATCH \"-n 2\"                   | ntasks= 2",
                "#SLURM -n 3                        | ntasks=3",
                "#SBATCH --wrap=\"foo bar\" -n 2    | ntasks=2, wrap=foo bar",
                "#SBATCH -n 3#x -J foo              | ntasks=3",
            },
            quoteCharacter = '\u0001')
    void aDirectiveIsReadAsSbatchReadsIt(String line, String expected) {
        var read = settings(line.replace("\\t", "\t")).toString();
        assertEquals("{" + expected + "}", read);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#SBATCHX --mem=16G        | extra-word",
                "#SBATCH foo -n 3          | extra-word",
                "#SBATCH partition=x       | extra-word",
                "#SBATCH --n=4             | ambiguous-option",
                "#SBATCH --gpu=1           | ambiguous-option",
                "#SBATCH --mem-per=1       | ambiguous-option",
                "#SBATCH --cpu-per-task=4  | unknown-option",
                "#SBATCH --workdir=/x      | unknown-option",
                "#SBATCH --Job-name=x      | unknown-option",
                "#SBATCH -Z                | unknown-option",
                "#SBATCH --job-name=it's   | unmatched-quote",
                "#SBATCH -J \"open         | unmatched-quote",
                "#SBATCH -N 1 \\           | continued-directive",
                "#SBATCH -N 1 \\\\         | continued-directive",
                "#SBATCH -N 1 -- -n 3      | extra-word",
                "#SBATCH --mem=16 GB       | extra-word",
                "#SBATCH -J a\\ b          | extra-word",
                "#SBATCH --exclusive user  | extra-word",
                "#SBATCH\u00A0-n 3         | extra-word",
                "#SBATCH \u2014ntasks=3    | extra-word",
                "#SBATCH -J :x             | unexpected-colon",
                "#SBATCH --hold=1          | value-not-allowed",
                "#SBATCH -n                | missing-value",
                "#SBATCH -J \"\"           | missing-value",
                "#SBATCH --mem=16GiB       | bad-value",
                "#SBATCH --mem=1.5G        | bad-value",
                "#SBATCH --mem=1P          | bad-value",
                "#SBATCH --mem=\"16 \"     | bad-value",
                "#SBATCH --nodes=4-2       | bad-value",
                "#SBATCH --nodes=2-        | bad-value",
                "#SBATCH --nodes=0         | bad-value",
                "#SBATCH --ntasks=0        | bad-value",
                "#SBATCH -c 0              | bad-value",
                "#SBATCH -n 1k             | bad-value",
                "#SBATCH --gres=gpu:-1     | bad-value",
                "#SBATCH --gres=gpu:a:b:2  | bad-value",
                "#SBATCH --gres=gpu:       | bad-value",
                "#SBATCH --signal=B:USR1@99999 | bad-value",
                "#SBATCH --hint=foo        | bad-value",
                "#SBATCH --open-mode=x     | bad-value",
                "#SBATCH -t 5 -t 30m -t 5  | bad-value",
            },
            quoteCharacter = '\u0001')
    void aWrongDirectiveIsRefused(String line, String code) {
        assertEquals(Map.of("refused", code), settings(line));
    }

    @Test
    void aMissingValueComesFromTheNextDirectiveAsWithSbatch() {
        assertEquals(Map.of("job-name", "foo"), settings("#SBATCH -J", "#SBATCH foo"));
        assertTrue(codes(header("#SBATCH -J", "#SBATCH foo"), Severity.WARNING).contains("value-from-next-line"));
    }

    @Test
    void wordsBehindTwoHyphensAreRefusedOnLaterLinesToo() {
        assertEquals(Map.of("refused", "extra-word"), settings("#SBATCH -N 1 --", "#SBATCH -n 3"));
    }

    @Test
    void heterogeneousJobsAreReadAndRefused() {
        var verdict = header("#SBATCH -n 2", "#SBATCH hetjob", "#SBATCH -n 3");
        assertEquals(java.util.List.of("not-yet-on-this-pool"), codes(verdict, Severity.ERROR));
        assertEquals(LineOutcome.IGNORED, verdict.lines().getLast().outcome());
    }

    @Test
    void noOptionOfTheManPageIsUnknown() {
        String all = "account acctg-freq array batch bb bbf begin chdir cluster-constraint clusters comment constraint"
                + " container container-id contiguous core-spec cores-per-socket cpu-freq cpus-per-gpu cpus-per-task"
                + " deadline delay-boot dependency distribution error exclude exclusive export export-file extra"
                + " extra-node-info get-user-env gid gpu-bind gpu-freq gpus gpus-per-node gpus-per-socket gpus-per-task"
                + " gres gres-flags help hint hold ignore-pbs input job-name kill-on-invalid-dep licenses mail-type"
                + " mail-user mcs-label mem mem-bind mem-per-cpu mem-per-gpu mincpus network nice no-kill no-requeue"
                + " nodefile nodelist nodes ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket"
                + " oom-kill-step open-mode output overcommit oversubscribe parsable partition power prefer priority"
                + " profile propagate qos quiet reboot requeue reservation resv-ports segment signal sockets-per-node"
                + " spread-job stepmgr switches test-only thread-spec threads-per-core time time-min tmp tres-bind"
                + " tres-per-task uid usage use-min-nodes verbose version wait wait-all-nodes wckey wrap"
                + " tasks-per-node ntasks-per-tres cluster context container-image container-mounts";
        for (String name : all.split(" ", -1)) {
            assertTrue(OptionNames.find(name) instanceof OptionNames.Match.Found, name);
        }
        for (char letter : "AabcCdDeFGhHiJkLmMnNoOpqQsStvVwWxB".toCharArray()) {
            assertTrue(OptionNames.find(letter).isPresent(), () -> "-" + letter);
        }
    }
}
