package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "90, PT90M",
        "1:30, PT2M",
        "90:00, PT90M",
        "24:00, PT24M",
        "1-0, P1D",
        "2-00, P2D",
        "1-2:3, PT26H3M",
        "5-30:30:30, PT150H31M",
        "1-, P1D",
        "0:30, PT1M",
        "0:00:01, PT1M",
        "1:90:90, PT2H32M",
        "3-1:0, PT73H",
        "00-00:05:00, PT5M",
        "00-15:00:00, PT15H",
        "10-0, P10D"
    })
    void aTimeIsReadAsSbatchReadsIt(String text, Duration limit) {
        assertEquals(new Read.Good<>(new TimeValue.Limited(limit)), TimeValue.read(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "UNLIMITED", "unlimited", "INFINITE", "0:0", "0-0", "00:00:00"})
    void noLimitIsAskedFor(String text) {
        assertEquals(new Read.Good<>(new TimeValue.Unlimited()), TimeValue.read(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5",
                "30m",
                "1d",
                ":30",
                "1:2:3:4",
                "1:30 ",
                " 1:30",
                "1-2-3",
                "1-:3",
                "1:",
                "1::3",
                "1:2:",
                "-5",
                "+5",
                "0x10",
                "",
                "=30",
                "99999999999"
            })
    void aWrongTimeIsRefused(String text) {
        assertInstanceOf(Read.Bad.class, TimeValue.read(text));
    }

    @ParameterizedTest
    @CsvSource({
        "30m, write 00:30:00 or 30 (minutes)",
        "2h, write 02:00:00 or 120 (minutes)",
        "1d, write 1-00:00:00 or 1440 (minutes)",
        "1h30m, write 01:30:00 or 90 (minutes)",
        "30 min, write 00:30:00 or 30 (minutes)"
    })
    void aTimeWithUnitsIsAnsweredWithTheRightSpelling(String text, String hint) {
        assertEquals(hint, ((Read.Bad<TimeValue>) TimeValue.read(text)).hint());
    }

    @ParameterizedTest
    @CsvSource({
        "16g, 16384",
        "16G, 16384",
        "16GB, 16384",
        "16gB, 16384",
        "4096, 4096",
        "1T, 1048576",
        "0, 0",
        "0G, 0",
        "1500K, 2",
        "1k, 1",
        "16MB, 16",
        "+5, 5",
        "' 16', 16",
        "24576, 24576",
        "24000M, 24000"
    })
    void memoryIsReadAsSbatchReadsIt(String text, long mebibytes) {
        assertEquals(new Read.Good<>(mebibytes), MemoryValue.read(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16GiB", "1.5G", "1P", "-1", "G", "", "0x10", "99999999999999999999", "16 ", "4GX", "5B"})
    void wrongMemoryIsRefused(String text) {
        assertInstanceOf(Read.Bad.class, MemoryValue.read(text));
    }

    @ParameterizedTest
    @CsvSource({"16GiB, write 16G", "1.5G, write 1536M", "16 GB, write 16G", "lots, write a whole number"})
    void wrongMemoryIsAnsweredWithTheRightSpelling(String text, String start) {
        String hint = ((Read.Bad<Long>) MemoryValue.read(text)).hint();
        assertTrue(hint.startsWith(start), hint);
    }

    @ParameterizedTest
    @CsvSource({"1k, 1024, 1024", "2-4, 2, 4", "1-2k, 1, 2048", "0-1, 1, 1", "1-1, 1, 1", "1m, 1048576, 1048576"})
    void nodesAreReadAsSbatchReadsThem(String text, long least, long most) {
        assertEquals(new Read.Good<>(new CountValue.NodeRange(least, most)), CountValue.readNodes(text));
    }

    @ParameterizedTest
    @CsvSource({
        "USR1, USR1, false, 60",
        "B:USR1@60, USR1, true, 60",
        "SIGTERM@120, TERM, false, 120",
        "RB:15@3, 15, true, 3"
    })
    void aSignalIsReadAsSbatchReadsIt(String text, String signal, boolean batchOnly, int seconds) {
        assertEquals(new Read.Good<>(new SignalValue(signal, batchOnly, seconds)), SignalValue.read(text));
    }
}
