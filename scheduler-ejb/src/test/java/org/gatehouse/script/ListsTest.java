package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays, lists of nodes and sets of indices. */
class ListsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1-4          | 1-4     | 4",
                "0-15:4       | 0-12:4  | 4",
                "[0-9]        | 0-9     | 10",
                "[1,3,5-9:2]  | 1-9:2   | 5",
                "1,3,5-9:2    | 1-9:2   | 5",
                "1,1,1-2      | 1-2     | 2",
                "0            | 0       | 1",
                "007          | 7       | 1",
                "100000       | 100000  | 1",
                "0-100000     | 0-100000 | 100001",
                "3-3          | 3       | 1",
                "0-5:99999999 | 0       | 1",
            })
    void anArrayIsReadAsSlurmReadsIt(String text, String indices, int count) {
        var ask = ((Read.Good<ArrayAsk>) ArrayValue.read(text, 100_000)).value();
        assertEquals(indices, ask.indices().toString());
        assertEquals(count, ask.indices().size());
        assertTrue(ask.atOnce().isEmpty());
    }

    @Test
    void behindThePercentSignStandsHowManyRunAtATime() {
        var ask = ((Read.Good<ArrayAsk>) ArrayValue.read("1,3,5-9:2%4", 100)).value();
        assertEquals(4, ask.atOnce().orElseThrow());
        assertEquals(5, ask.indices().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "x", "1,", ",1", "1-", "-1", "1-2-3", "1-4:0", "1-4:", "1%", "1%0", "1%x", "1%2%3", "1 2", "0x1",
                "1:2"
            })
    void aWrongArrayIsRefused(String text) {
        assertInstanceOf(Read.Bad.class, ArrayValue.read(text, 100));
    }

    @Test
    void aRangeThatRunsBackwardsIsAnsweredWithTheRightOne() {
        assertEquals(new Read.Bad<>("the range 5-1 runs backwards", "write 1-5"), ArrayValue.read("5-1", 100));
    }

    @ParameterizedTest(name = "B56 {0}")
    @ValueSource(strings = {"0-1000000000", "0-6050", "6050", "0-999999999999:1000000000000", "1-6050:3000,0-1,6050"})
    void anIndexAboveTheLimitIsRefusedWithTheLimitAndBuildsNothing(String text) {
        var bad = assertInstanceOf(Read.Bad.class, ArrayValue.read(text, 6049));
        assertTrue(
                bad.problem().contains("6049") && bad.problem().contains("GATEHOUSE_MAX_ARRAY_SIZE: 6050"),
                bad.problem());
    }

    @Test
    @DisplayName("B56 the highest index may be the limit less one (S092)")
    void theHighestIndexMayBeTheLimit() {
        assertEquals(
                6050,
                ((Read.Good<ArrayAsk>) ArrayValue.read("0-6049", 6049))
                        .value()
                        .indices()
                        .size());
    }

    @Test
    void theSameIndicesAgainAndAgainAreRefused() {
        assertInstanceOf(Read.Bad.class, ArrayValue.read("0-99:2,".repeat(20) + "1", 100));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1                  | n1",
                "demo-a[1-3],demo-v1 | demo-a1 demo-a2 demo-a3 demo-v1",
                "n[001-003,12]       | n001 n002 n003 n12",
                "n[09-11]            | n09 n10 n11",
                "r[1-2]n[3-4]        | r1n3 r1n4 r2n3 r2n4",
                "n[1-2]x             | n1x n2x",
                "n1,,n2,             | n1 n2",
                "n2,n1,n[1-2]        | n2 n1",
                "[1-2]               | 1 2",
                "n1-n3               | n1-n3",
                "n[5]                | n5",
            })
    void aListOfNodesIsReadAsSlurmReadsIt(String text, String names) {
        assertEquals(new Read.Good<>(List.of(names.split(" ", -1))), NodeListValue.read(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "n[",
                "n]",
                "n[]",
                "n[1-",
                "n[a]",
                "n[3-1]",
                "n[1--2]",
                "n[1,]",
                "n[1-10001]",
                "n[0-99][0-100]",
                "n[1-5001],m[1-5000]",
                "/etc/nodes",
                "n[1-99999999999999999999]",
                "n[0-9223372036854775806]"
            })
    void aWrongListOfNodesIsRefused(String text) {
        assertInstanceOf(Read.Bad.class, NodeListValue.read(text));
    }

    @Test
    void tenThousandNodesAreTheMost() {
        assertEquals(
                10_000,
                ((Read.Good<List<String>>) NodeListValue.read("n[00-99][00-99]"))
                        .value()
                        .size());
        assertInstanceOf(Read.Bad.class, NodeListValue.read("n".repeat(256)));
    }

    @Test
    void aSetOfIndicesIsWhatASlowOneIs() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            var slow = new TreeSet<Integer>();
            var bits = new BitSet();
            int most = 1 + random.nextInt(60);
            for (int count = random.nextInt(40); count > 0; count--) {
                int index = random.nextInt(most) * (1 + random.nextInt(3));
                slow.add(index);
                bits.set(index);
            }
            var set = IndexSet.of(bits);
            assertEquals(
                    List.copyOf(slow),
                    set.stream().mapToObj(index -> (int) index).toList());
            assertEquals(slow.size(), set.size());
            assertEquals(slow.isEmpty() ? -1 : slow.first(), set.lowest());
            assertEquals(slow.isEmpty() ? -1 : slow.last(), set.highest());
            assertEquals(set, IndexSet.decode(set.toString()), set::toString);
            assertEquals(set.hashCode(), IndexSet.decode(set.toString()).hashCode());
            for (int index = -1; index <= 180; index++) {
                assertEquals(slow.contains(index), set.contains(index));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1-", "5-1", "1-4:0", "1:2:3:4", "4000001", "-1", ","})
    void whatIsNoSetOfIndicesIsNotDecoded(String text) {
        assertThrows(IllegalArgumentException.class, () -> IndexSet.decode(text));
    }
}
