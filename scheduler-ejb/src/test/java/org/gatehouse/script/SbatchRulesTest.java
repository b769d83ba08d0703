package org.gatehouse.script;

import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.settings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gatehouse.script.PatternValues.Ids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules measured with sbatch 22.05.8, a row of the table each: what a header gives, or the code of its refusal.
 * {@link SbatchDifferenceTest} asks sbatch itself.
 */
class SbatchRulesTest {

    /** {@code \t} stands for a TAB, {@code ¶} for the end of a line, {@code _} for a no-break space. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "read until the first command  | echo¶#SBATCH -n 3               | {}",
                "read until the first command  | # x¶¶  ¶#SBATCH -n 3            | {ntasks=3}",
                "column 1, in capitals         | ¶  #SBATCH -n 3                 | {}",
                "column 1, in capitals         | # SBATCH -n 3                   | {}",
                "column 1, in capitals         | ##SBATCH -n 3                   | {}",
                "column 1, in capitals         | #sbatch -n 3                    | {}",
                "column 1, in capitals         | #SBATCh -n 3                    | {}",
                "no blank behind               | #SBATCH--mem=16G                | {mem=16G}",
                "TAB is a blank                | #SBATCH\\t--mem=16G\\t-N\\t2    | {mem=16G, nodes=2}",
                "invalid directive             | #SBATCHX --mem=16G              | extra-word",
                "invalid directive             | #SBATCH foo -n 3                | extra-word",
                "invalid directive             | #SBATCH partition=x             | extra-word",
                "several a line, glued         | #SBATCH -N 2-4 -n8 -c2 -t1:30 -pgpu -Jx | {cpus-per-task=2, job-name=x, nodes=2-4, ntasks=8, partition=gpu, time=1:30}",
                "= behind a letter             | #SBATCH -p=gpu                  | {partition==gpu}",
                "abbreviations                 | #SBATCH --job=foo --part=gpu    | {job-name=foo, partition=gpu}",
                "abbreviations                 | #SBATCH --n=4                   | ambiguous-option",
                "abbreviations                 | #SBATCH --gpu=1                 | ambiguous-option",
                "unrecognized option           | #SBATCH --cpu-per-task=4        | unknown-option",
                "unrecognized option           | #SBATCH --workdir=/x            | unknown-option",
                "# inside a word               | #SBATCH -J a#b                  | {job-name=a}",
                "# inside a word               | #SBATCH -J \"a#b\"              | {job-name=a#b}",
                "# inside a word               | #SBATCH -J a\\#b                | {job-name=a#b}",
                "unmatched quote               | #SBATCH --job-name=it's         | unmatched-quote",
                "unmatched quote               | #SBATCH -J \"open               | unmatched-quote",
                "not continued                 | #SBATCH -N 1 \\                 | continued-directive",
                "words after --                | #SBATCH -N 1 -- -n 3            | extra-word",
                "words after --                | #SBATCH -N 1 --                 | {nodes=1}",
                "text after #                  | #SBATCH --comment=\"x\" # c \"q | {comment=x}",
                "never expanded                | #SBATCH -o $VAR${USER}~$(id)    | {output=$VAR${USER}~$(id)}",
                "the last one wins             | #SBATCH -a 1 -p a --gres=gpu:1 --signal=INT¶#SBATCH -a 2 -p b --gres=gpu:2 --signal=HUP | {array=2, gres=gpu:2, partition=b, signal=HUP}",
                "memory                        | #SBATCH --mem=16 GB             | extra-word",
                "memory                        | #SBATCH --mem=16GiB             | bad-value",
                "memory                        | #SBATCH --mem=1.5G              | bad-value",
                "times                         | #SBATCH -t 1.5                  | bad-value",
                "times                         | #SBATCH -t 30m                  | bad-value",
                "times                         | #SBATCH -t 1d                   | bad-value",
                "times                         | #SBATCH -t :30                  | bad-value",
                "times                         | #SBATCH -t 1:2:3:4              | bad-value",
                "times                         | #SBATCH -t \"1:30 \"            | bad-value",
                "counts                        | #SBATCH --nodes=4-2             | bad-value",
                "counts                        | #SBATCH --ntasks=0              | bad-value",
                "counts                        | #SBATCH -c 0                    | bad-value",
                "signals                       | #SBATCH --signal=B:USR1@99999   | bad-value",
                "GPUs below none               | #SBATCH --gres=gpu:-1           | bad-value",
                "hints                         | #SBATCH --hint=foo              | bad-value",
                "mail                          | #SBATCH --mail-type=all,foo     | {mail-type=all,foo}",
                "mail                          | #SBATCH --mail-type=foo         | bad-value",
                "wrap                          | #SBATCH --wrap=\"a b\" -n 2     | {ntasks=2, wrap=a b}",
                "#SLURM                        | #SLURM -n 3                     | {ntasks=3}",
                "#PBS                          | #PBS -l nodes=2                 | {}",
                "no-break space                | #SBATCH_-n 3                    | extra-word",
            })
    void aHeaderGivesWhatSbatchMakesOfIt(String row, String lines, String expected) {
        String[] header = lines.replace("\\t", "\t").replace('_', '\u00A0').split("¶", -1);
        var read = settings(header);
        assertEquals(expected, read.containsKey("refused") ? read.get("refused") : read.toString(), row);
    }

    /** What the client passes on and a controller decides, or what only adds up with all options. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "memory exclusive   | --mem=1 --mem-per-cpu=1               | memory-options-exclusive",
                "memory exclusive   | --mem=1 --mem-per-gpu=1 -G 1          | memory-options-exclusive",
                "arrays             | --array=5-1                           | bad-value",
                "arrays             | --array=100001                        | bad-value",
                "arrays             | --array=[0-9]                         | accepted",
                "arrays             | --array=0-15:4                        | accepted",
                "GPUs for each task | --gpus-per-task=2                     | gpus-per-task-alone",
                "GPUs for each task | -n4 --gpus-per-task=2 --gpus=4        | gpu-totals-differ",
                "GPU types mixed    | -G v100:2 --gpus-per-node=1           | gpu-types-mixed",
                "gres               | --gres=gpu                            | accepted",
                "gres               | --gres=gpu:1080:1                     | accepted",
                "gres               | --gres=gpu:1080:1,gpu:v100:2          | accepted",
                "tasks              | --ntasks-per-node=2 --ntasks-per-gpu=1 -G 1 | tasks-options-exclusive",
                "nodes              | --nodes=0                             | bad-value",
                "nodes              | --nodes=1k                            | never-fits",
                "hetjob             | hetjob                                | not-yet-on-this-pool",
                "hetjob             | packjob                               | not-yet-on-this-pool",
                "signals            | --signal=SIGTERM@120                  | accepted",
            })
    void aRequestIsTakenOrRefusedAsAControllerWould(String row, String options, String expected) {
        var verdict = Scripts.header(Scripts.EVERYTHING, "#SBATCH " + options);
        var errors = codes(verdict, Severity.ERROR);
        assertEquals(List.of(expected), errors.isEmpty() ? List.of("accepted") : errors, row);
    }

    @ParameterizedTest(name = "whole script: {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "BOM#!/bin/sh¶    | no-interpreter",
                "~#!/bin/sh¶         | no-interpreter",
                "echo¶               | no-interpreter",
                "~¶                  | empty-script",
                "#!/bin/sh¶a\0b      | nul-byte",
                "#!/bin/sh¶#SBATCH -n 3 | accepted",
            })
    void aScriptAsAWhole(String script, String expected) {
        var errors = codes(
                Scripts.read(
                        script.replace("BOM", ScriptText.BOM).replace('~', ' ').replace('¶', '\n')),
                Severity.ERROR);
        assertEquals(List.of(expected), errors.isEmpty() ? List.of("accepted") : errors);
    }

    @Test
    void windowsLineEndsAreTheOnePointWhereThisReaderIsKinder() {
        var verdict = Scripts.read("#!/bin/sh\r\n#SBATCH -n 3\r\n");
        assertTrue(verdict.accepted());
        assertTrue(String.valueOf(verdict.slurmWouldRefuse()).contains("CR LF"));
    }

    /** Of an array's task and of a plain job. */
    @ParameterizedTest(name = "file names: {0}")
    @CsvSource({
        "%j, 128, 128",
        "%A, 123, 128",
        "%a, 17, 4294967294",
        "%J, 128, 128",
        "%N, n1, n1",
        "%u, alice, alice",
        "%x, train, train",
        "%t%n, 00, 00",
        "%s, batch, batch",
        "%%, %, %",
        "%4j, 0128, 0128",
        "%12j, 0000000128, 0000000128",
        "%z, %z, %z",
        "a\\%j, a%j, a%j",
        "%b, 7, 4",
        "%r, 2, 2"
    })
    void aFileNamePattern(String pattern, String ofTask, String ofJob) {
        var task = new PatternValues(new Ids(128, 123, 17), "train", "alice", "n1", 2);
        var job = new PatternValues(Ids.ofPlainJob(128), "train", "alice", "n1", 2);
        assertEquals(ofTask, new FileNamePattern(pattern).expand(task));
        assertEquals(ofJob, new FileNamePattern(pattern).expand(job));
    }

    @Test
    void theDefaultNameOfAnArraysLogHoldsMasterAndIndex() {
        var array = Scripts.accepted(Scripts.header(Scripts.EVERYTHING, "#SBATCH -a 1-2"));
        assertEquals("slurm-%A_%a.out", array.streams().stdout().text());
        assertEquals(
                "slurm-%j.out",
                Scripts.accepted(Scripts.header()).streams().stdout().text());
    }

    @Test
    void requestFieldsWinOverVariablesWhichWinOverTheScript() {
        var script = Scripts.source(Scripts.withHeader("#SBATCH -J script"));
        var variable = script.withEnvironment(Map.of("SBATCH_JOB_NAME", "variable"));
        var field = variable.withOverrides(Map.of("job-name", "field"));
        var names = java.util.stream.Stream.of(script, variable, field)
                .map(source -> Scripts.accepted(new ScriptReader().read(source, Scripts.POOL))
                        .label()
                        .name())
                .toList();
        assertEquals(List.of("script", "variable", "field"), names);
    }
}
