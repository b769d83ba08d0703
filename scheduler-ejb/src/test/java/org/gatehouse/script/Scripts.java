package org.gatehouse.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gatehouse.script.PoolOffer.Hardware;
import org.gatehouse.script.PoolOffer.NodeShape;
import org.gatehouse.script.PoolOffer.Partition;

/** Scripts and pools for tests, and the words to ask about a verdict. */
final class Scripts {
    static final Partition GPU = new Partition("gpu", true, Duration.ofHours(1), Duration.ofDays(10));
    static final Partition DEBUG = new Partition("debug", false, Duration.ofMinutes(2), Duration.ofMinutes(30));
    static final List<NodeShape> NODES = List.of(
            new NodeShape(64, 512_000, Map.of("a100", 8)), new NodeShape(32, 256_000, Map.of("v100", 4, "1080", 2)));
    static final List<PoolOffer.Node> NAMED = List.of(
            new PoolOffer.Node("n1", Set.of("gpu", "debug"), Set.of("nvlink", "a100"), NODES.get(0)),
            new PoolOffer.Node("n2", Set.of("gpu", "debug"), Set.of("nvlink", "a100"), NODES.get(0)),
            new PoolOffer.Node("v1", Set.of("gpu"), Set.of("v100"), NODES.get(1)));
    static final ZonedDateTime NOW = ZonedDateTime.of(2026, 12, 1, 14, 30, 0, 0, ZoneId.of("Europe/Berlin"));
    static final int MOST_ARRAY_INDEX = 100_000;
    static final PoolOffer POOL = new PoolOffer(
            "demo",
            true,
            new Hardware(List.of(GPU, DEBUG), NODES, NAMED, 2000),
            List.of("vision/detection"),
            Set.of(),
            NOW,
            MOST_ARRAY_INDEX);
    static final PoolOffer EVERYTHING = new PoolOffer(
            "all", true, POOL.hardware(), POOL.teams(), EnumSet.allOf(PoolFeature.class), NOW, MOST_ARRAY_INDEX);

    private Scripts() {}

    static String withHeader(String... lines) {
        return "#!/bin/bash\n" + String.join("\n", lines) + "\necho done\n";
    }

    static Verdict read(String script) {
        return read(script, POOL);
    }

    static Verdict read(String script, PoolOffer pool) {
        return new ScriptReader().read(source(script), pool);
    }

    static Verdict header(String... lines) {
        return read(withHeader(lines));
    }

    static Verdict header(PoolOffer pool, String... lines) {
        return read(withHeader(lines), pool);
    }

    static ScriptSource source(String script) {
        return ScriptSource.of(script.getBytes(StandardCharsets.UTF_8), "train.sh");
    }

    static JobRequest accepted(Verdict verdict) {
        return verdict.request().orElseThrow(() -> new AssertionError("refused: " + verdict.errors()));
    }

    static List<String> codes(Verdict verdict, Severity severity) {
        return verdict.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .map(Finding::code)
                .toList();
    }

    static Finding finding(Verdict verdict, String code) {
        return verdict.findings().stream()
                .filter(finding -> finding.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new AssertionError(code + " not in " + verdict.findings()));
    }

    static PoolOffer withTeams(String... teams) {
        return new PoolOffer("demo", true, POOL.hardware(), List.of(teams), Set.of(), NOW, MOST_ARRAY_INDEX);
    }

    /** What sbatch's "defined options" would list: long name to value of what counts, read before any pool has a say. */
    static Map<String, String> settings(String... lines) {
        var findings = new Findings();
        var text = ScriptText.of(ScriptBytes.of(withHeader(lines)));
        var header = new HeaderReader(text, findings).read();
        var settings = new OptionParser(header.words(), findings).parse();
        ValueCheck.check(settings, NOW, findings);
        if (findings.refused()) {
            return Map.of("refused", findings.list().getFirst().code());
        }
        var read = new java.util.TreeMap<String, String>();
        settings.forEach(setting -> read.put(setting.option().longName(), setting.text()));
        return read;
    }
}
