package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader against the sbatch that is on the PATH, on headers made at random from fixed seeds. */
class SbatchDifferenceTest {
    private static final int BATCHES = 12;
    private static final int HEADERS = 150;

    @TempDir
    private static Path folder;

    /** Where this reader differs on purpose, or because releases do. */
    private enum Known {
        /** Of a backslash that is the last word of a directive sbatch 22.05 makes no word; it is refused here. */
        LONE_BACKSLASH,
        /** Current releases do not read these lines. */
        PBS_LINE,
        /** Options that came after 22.05. */
        NEWER_OPTION,
        /** {@code --nodes=0} and {@code -2}: the client passes on what the controller refuses. */
        NO_NODES,
        /** A wrong {@code --hint} is not looked at where options exclude hints; here it is. */
        WRONG_HINT,
        /** Of heterogeneous components sbatch prints the options of each; they are refused here. */
        HETJOB;
    }

    private static SbatchClient sbatch;

    private record Difference(String script, String ours, String theirs, String words) {}

    private final Map<Known, Integer> known = Collections.synchronizedMap(new EnumMap<>(Known.class));
    private final List<Difference> unknown = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void findSbatch() throws IOException {
        boolean there = SbatchClient.onPath().isPresent();
        assertTrue(
                there || !"true".equals(System.getenv("CI")), "sbatch is not installed: apt-get install slurm-client");
        assumeTrue(there, "sbatch is not installed");
        sbatch = new SbatchClient(folder);
    }

    @Test
    void headersAreReadAsSbatchReadsThem() {
        IntStream.range(0, BATCHES).parallel().forEach(seed -> {
            var headers = new RandomHeaders(seed);
            for (int count = 0; count < HEADERS; count++) {
                compare(headers.next());
            }
        });
        System.out.println("sbatch: " + BATCHES * HEADERS + " headers compared; known differences: " + known
                + "; unknown: " + unknown.size());
        unknown.stream().limit(12).forEach(System.out::println);
        assertEquals(0, unknown.size());
    }

    private void compare(String script) {
        var answer = sbatch.read(script.getBytes(StandardCharsets.UTF_8));
        var now = ZonedDateTime.now(java.time.ZoneId.systemDefault());
        var ours = ScriptSettings.of(script, now);
        var difference = answer.options().isEmpty()
                ? (ours.refused() == null ? Optional.of("accepted") : Optional.<String>empty())
                : ours.refused() != null
                        ? Optional.of("refused: " + ours.refused())
                        : ours.differs(answer.options().get());
        if (difference.isPresent()) {
            var why = why(script, ours, answer);
            why.ifPresentOrElse(
                    kind -> known.merge(kind, 1, Integer::sum),
                    () -> unknown.add(new Difference(
                            script, difference.get(), answer.options().toString(), errors(answer.words()))));
        }
    }

    private static String errors(String words) {
        return String.join(
                ";",
                words.lines()
                        .filter(line -> line.contains("error") || line.contains("fatal"))
                        .toList());
    }

    private static Optional<Known> why(String script, ScriptSettings ours, SbatchClient.Answer answer) {
        String refused = String.valueOf(ours.refused());
        if (refused.startsWith("continued-directive")) {
            return Optional.of(Known.LONE_BACKSLASH);
        }
        if (script.contains("hetjob")) {
            return Optional.of(Known.HETJOB);
        }
        if (script.contains("\n#PBS ")) {
            return Optional.of(Known.PBS_LINE);
        }
        if (answer.words().contains("unrecognized option '--segment")
                || answer.words().contains("unrecognized option '--container-")) {
            return Optional.of(Known.NEWER_OPTION);
        }
        if (refused.contains("a job needs a node") || refused.contains("no number of nodes")) {
            return Optional.of(Known.NO_NODES);
        }
        return answer.options().isPresent() && refused.contains("is no hint")
                ? Optional.of(Known.WRONG_HINT)
                : Optional.empty();
    }

    @Test
    void aTimeIsWithinSecondsOfSbatchs() {
        assertTrue(ScriptSettings.close(
                ZonedDateTime.parse("2031-01-01T00:00:00+05:30[Asia/Kolkata]"),
                ZonedDateTime.parse("2031-01-01T00:00:03+05:30[Asia/Kolkata]"),
                Duration.ofSeconds(5)));
    }
}
