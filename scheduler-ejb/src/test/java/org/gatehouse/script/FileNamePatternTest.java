package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gatehouse.script.PatternValues.Ids;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNamePatternTest {
    private static final PatternValues TASK = new PatternValues(new Ids(128, 123, 17), "train", "alice", "demo-a1", 2);
    private static final PatternValues PLAIN = new PatternValues(Ids.ofPlainJob(128), "train", "alice", "demo-a1", 0);

    @ParameterizedTest
    @CsvSource({
        "slurm-%j.out, slurm-128.out",
        "%x-%u@%N, train-alice@demo-a1",
        "%A_%a.%J, 123_17.128",
        "%4j-%10a-%2j, 0128-0000000017-128",
        "%99j, 0000000128",
        "%t%n%s, 00batch",
        "100%%, 100%",
        "%z %4z, %z %4z",
        "end%, end%",
        "end%4, end%4",
        "%b-%r, 7-2",
        "a\\%j, a%j",
        "%j\\\\x, %jx",
        "~/x-$HOME, ~/x-$HOME"
    })
    void aPatternOfAnArrayTaskIsExpanded(String pattern, String name) {
        assertEquals(name, new FileNamePattern(pattern).expand(TASK));
    }

    @ParameterizedTest
    @CsvSource({"%A_%a, 128_4294967294", "%j.%r, 128.0"})
    void aPatternOfAPlainJobIsExpanded(String pattern, String name) {
        assertEquals(name, new FileNamePattern(pattern).expand(PLAIN));
    }
}
