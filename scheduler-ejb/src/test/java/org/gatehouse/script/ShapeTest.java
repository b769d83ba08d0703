package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.gatehouse.script.Scripts.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script as a whole: line 1, line ends, size. */
class ShapeTest {
    private static final String S006 =
            "#!/bin/bash\n#SBATCH --time=90\n#SBATCH -o %A_%a.out\n\nsource env.sh\npython train.py\n";

    @ParameterizedTest(name = "B04 {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "....#!/bin/bash   | line 1 must start with #!; it starts with 4 blanks",
                "BOM#!/bin/bash    | line 1 must start with #!; it starts with a byte order mark (BOM)",
                "NL#!/bin/bash     | line 1 must start with #!; it is empty",
                "echo hello        | line 1 must start with #!; it starts with \"echo\"",
            })
    void lineOneMustStartWithAnInterpreter(String start, String message) {
        String script = start.replace('.', ' ').replace("BOM", "\uFEFF").replace("NL", "\n");
        var verdict = read(script + "\n#SBATCH -n 0\n");
        var found = finding(verdict, "no-interpreter");
        assertEquals(message, found.message());
        assertEquals(new Place(1, 1), found.place());
        assertNotNull(found.hint());
        assertTrue(verdict.request().isEmpty());
    }

    @Test
    void directivesBehindAWrongFirstLineAreReadSoThatAllErrorsAreSaid() {
        var verdict = read("    #!/bin/bash\n#SBATCH -J \"a/bundle/x\" -n 0\n");
        assertEquals(List.of("no-interpreter", "bad-value"), codes(verdict, Severity.ERROR));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n\t\n", "\n\n"})
    void anEmptyScriptIsRefused(String script) {
        assertEquals(List.of("empty-script"), codes(read(script), Severity.ERROR));
    }

    @Test
    void aNulByteIsRefusedWithItsPlace() {
        var found = finding(read("#!/bin/bash\necho a\0b\n"), "nul-byte");
        assertEquals(new Place(2, 7), found.place());
    }

    @Test
    void aScriptOverTheLimitIsRefusedWithTheLimit() {
        var bytes = new byte[ScriptText.LIMIT + 1];
        var verdict = new ScriptReader().read(ScriptSource.of(bytes, "big.sh"), Scripts.POOL);
        assertTrue(finding(verdict, "script-too-large").message().contains("1 MB"));
        assertTrue(finding(verdict, "script-too-large").message().contains("big.sh"));
    }

    @ParameterizedTest(name = "B01 B02 B03 {0}")
    @ValueSource(strings = {"all", "first"})
    void windowsLineEndsAreAcceptedWithANoticeAndWhatRunsHasNone(String which) {
        String script = which.equals("all") ? S006.replace("\n", "\r\n") : S006.replaceFirst("\n", "\r\n");
        var source = Scripts.source(script);
        var verdict = new ScriptReader().read(source, Scripts.POOL);
        var found = finding(verdict, "windows-line-ends");
        assertEquals(Severity.NOTICE, found.severity());
        assertTrue(
                found.message().contains("Windows line ends") && found.message().contains("train.sh"));
        assertEquals(S006, text(accepted(verdict).program().script()));
        assertArrayEquals(
                script.getBytes(StandardCharsets.UTF_8), source.bytes().toArray());
        assertTrue(String.valueOf(verdict.slurmWouldRefuse()).contains("Windows line ends"));
        assertEquals(90, accepted(verdict).label().timeLimit().limit().toMinutes());
    }

    @Test
    @DisplayName("B03 a lone CR (old Mac) ends lines")
    void oldMacLineEndsAreAcceptedToo() {
        var verdict = read(S006.replace('\n', '\r'));
        assertEquals(S006, text(accepted(verdict).program().script()));
        assertNotNull(finding(verdict, "mac-line-ends"));
        assertNotNull(verdict.slurmWouldRefuse());
    }

    @Test
    void aCarriageReturnInsideALineOfAUnixScriptStays() {
        String script = "#!/bin/bash\nprintf 'a\rb'\n";
        var verdict = read(script);
        assertEquals(script, text(accepted(verdict).program().script()));
        assertNull(verdict.slurmWouldRefuse());
    }

    @Test
    void bytesThatAreNoUtf8RunUnchanged() {
        byte[] bytes = "#!/bin/sh\n#SBATCH -J x\necho \u00e4\n".getBytes(StandardCharsets.ISO_8859_1);
        var verdict = new ScriptReader().read(ScriptSource.of(bytes, null), Scripts.POOL);
        assertArrayEquals(bytes, accepted(verdict).program().script().toArray());
        assertEquals("/bin/sh", accepted(verdict).program().interpreter());
    }

    private static String text(ScriptBytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.UTF_8);
    }
}
