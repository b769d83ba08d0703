package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.source;
import static org.gatehouse.script.Scripts.withHeader;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of the request win over the submitter's variables, which win over the script. */
class LayersTest {

    private static Verdict read(Map<String, String> environment, String header) {
        return new ScriptReader().read(source(withHeader(header)).withEnvironment(environment), Scripts.EVERYTHING);
    }

    @Test
    void aVariableWinsOverTheScriptAndAFieldOverBoth() {
        var script = source(withHeader("#SBATCH -t 10 -J a"))
                .withEnvironment(Map.of("SBATCH_TIMELIMIT", "20", "SBATCH_JOB_NAME", "b"));
        var byVariable = new ScriptReader().read(script, Scripts.POOL);
        assertEquals(20, accepted(byVariable).label().timeLimit().limit().toMinutes());
        assertEquals(
                "the environment says SBATCH_TIMELIMIT=20, which wins",
                byVariable.lines().getFirst().says());
        var byField = new ScriptReader().read(script.withOverrides(Map.of("time", "30")), Scripts.POOL);
        assertEquals(30, accepted(byField).label().timeLimit().limit().toMinutes());
        assertEquals("b", accepted(byField).label().name());
    }

    @ParameterizedTest
    @CsvSource({
        "SBATCH_PARTITION, debug",
        "SBATCH_ACCOUNT, detection",
        "SBATCH_GRES, gpu:a100:2",
        "SBATCH_MEM_PER_NODE, 1G",
        "SBATCH_ARRAY_INX, 1-4",
        "SBATCH_EXCLUSIVE, ''",
        "SBATCH_NO_REQUEUE, ''",
        "SBATCH_REQUEUE, yes",
        "SBATCH_OPEN_MODE, append",
        "SBATCH_EXPORT, NONE",
        "SBATCH_SIGNAL, B:USR1@30",
        "SBATCH_CONSTRAINT, nvlink",
        "SBATCH_HINT, nomultithread",
        "SBATCH_DEBUG, 1"
    })
    void aVariableIsAnOption(String variable, String value) {
        assertEquals(List.of(), read(Map.of(variable, value), "").findings());
    }

    @Test
    void variablesReachTheRequest() {
        var request = accepted(read(
                Map.of(
                        "SBATCH_GPUS",
                        "2",
                        "SBATCH_NO_REQUEUE",
                        "1",
                        "SBATCH_ARRAY_INX",
                        "1-4%2",
                        "SBATCH_EXCLUSIVE",
                        ""),
                "#SBATCH --gres=gpu:4 --requeue"));
        assertEquals(2, request.resources().totalGpus());
        assertEquals(4, request.array().orElseThrow().indices().size());
        assertTrue(request.placing().exclusive());
        assertEquals(false, request.ending().requeue());
        assertTrue(
                accepted(read(Map.of("SBATCH_NO_REQUEUE", "no"), "")).ending().requeue());
    }

    @Test
    void whatIsWrongNamesTheVariable() {
        var bad = finding(read(Map.of("SBATCH_TIMELIMIT", "30m"), "#SBATCH -t 5"), "bad-value");
        assertEquals("SBATCH_TIMELIMIT", bad.option());
        assertEquals("SBATCH_TIMELIMIT: \"30m\" is no time", bad.message());
        assertEquals(
                "SBATCH_PARTITION",
                finding(read(Map.of("SBATCH_PARTITION", "cpu"), ""), "unknown-partition")
                        .option());
        assertEquals(
                "SBATCH_ARRAY_INX",
                finding(read(Map.of("SBATCH_ARRAY_INX", "x"), ""), "bad-value").option());
    }

    @Test
    void aVariableThatNothingReadsIsWarnedOf() {
        var verdict = read(Map.of("SBATCH_TIMELIMT", "5", "PATH", "/bin", "SLURM_JOB_ID", "1"), "");
        assertEquals(
                "did you mean SBATCH_TIMELIMIT?",
                finding(verdict, "unknown-variable").hint());
        assertEquals(List.of("unknown-variable"), codes(verdict, Severity.WARNING));
    }

    @Test
    void ofTheSubmittersVariablesAJobGetsWhatExportSays() {
        var submitters = Map.of("A", "1", "B", "2", "SBATCH_GRES", "x", "SLURM_JOB_ID", "3");
        assertEquals(Map.of("A", "1", "B", "2"), export("ALL").environment(submitters));
        assertEquals(Map.of(), export("ALL").environment(Map.of()));
        assertEquals(Map.of(), export("NONE").environment(submitters));
        assertEquals(Map.of(), export("nil").environment(submitters));
        assertEquals(Map.of("A", "1", "C", "x y"), export("A,C='x y',D").environment(submitters));
        assertEquals(Map.of("A", "9", "B", "2"), export("ALL,A=9").environment(submitters));
        assertEquals(Map.of("A", "1,2", "B", "2"), export("A=\\\"1,2\\\",B").environment(submitters));
        assertEquals(Map.of("A", "it's"), export("\"A=it's\"").environment(submitters));
        assertEquals(Map.of(), export("SLURM_JOB_ID,SBATCH_GRES").environment(submitters));
    }

    private static ExportMode export(String value) {
        return accepted(Scripts.header("#SBATCH --export=" + value)).program().export();
    }
}
