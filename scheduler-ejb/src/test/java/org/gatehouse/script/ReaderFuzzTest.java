package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;

/**
 * Anything at all as a script, a list of nodes, an array or a log file's name: no crash, no hang, and what is promised of an
 * answer holds. A normal test run replays the seeds; CONTRIBUTING.md says how to fuzz.
 */
class ReaderFuzzTest {
    private static final PatternValues VALUES =
            new PatternValues(new PatternValues.Ids(128, 123, 17), "train", "alice", "n1", 2);

    @FuzzTest(maxDuration = "10m")
    void anyScript(byte[] script) {
        for (PoolOffer pool : new PoolOffer[] {Scripts.POOL, Scripts.EVERYTHING}) {
            var verdict = new ScriptReader().read(ScriptSource.of(script, null), pool);
            assertEquals(verdict.errors().isEmpty(), verdict.accepted());
            assertTrue(verdict.findings().size() <= Findings.MOST + 1);
            assertTrue(verdict.lines().size() <= 2000);
            verdict.request()
                    .ifPresent(request -> assertTrue(request.resources().nodes() >= 1));
        }
    }

    @FuzzTest(maxDuration = "10m")
    void anyNodeList(byte[] bytes) {
        if (NodeListValue.read(text(bytes)) instanceof Read.Good<java.util.List<String>>(var names)) {
            assertTrue(!names.isEmpty() && names.size() <= NodeListValue.MOST);
            assertEquals(names.size(), new HashSet<>(names).size());
        }
    }

    @FuzzTest(maxDuration = "10m")
    void anyArray(byte[] bytes) {
        if (ArrayValue.read(text(bytes), Scripts.MOST_ARRAY_INDEX) instanceof Read.Good<ArrayAsk>(var ask)) {
            assertTrue(!ask.indices().isEmpty() && ask.indices().highest() <= Scripts.MOST_ARRAY_INDEX);
            assertTrue(ask.atOnce().orElse(1) >= 1);
            assertEquals(ask.indices(), IndexSet.decode(ask.indices().toString()));
        }
    }

    @FuzzTest(maxDuration = "10m")
    void anyFileNamePattern(byte[] bytes) {
        String pattern = text(bytes);
        String name = new FileNamePattern(pattern).expand(VALUES);
        assertTrue(name.length() <= pattern.length() * 10L);
        if (pattern.indexOf('%') < 0 && pattern.indexOf('\\') < 0) {
            assertEquals(pattern, name);
        }
        assertTrue(pattern.indexOf('\\') < 0 || name.indexOf('\\') < 0);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
