package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeNamesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "demo-a1 = demo-a1",
                "demo-a1 demo-a2 = demo-a[1-2]",
                "a1 a2 a3 b7 b9 = a[1-3],b[7,9]",
                "n9 n10 = n[9-10]",
                "n09 n10 = n[09-10]",
                "n9 n010 = n[9,010]",
                "alpha beta = alpha,beta",
                "a2 a1 = a[2,1]",
                "gpu1a gpu2a = gpu1a,gpu2a"
            })
    void namesAreWrittenAsSlurmWritesThem(String names, String list) {
        assertEquals(list, NodeNames.compressed(Arrays.asList(names.split(" "))));
    }

    @Test
    void numbersThatRepeatAreCounted() {
        assertEquals("4(x2),2", NodeNames.repeats(List.of(4, 4, 2)));
        assertEquals("8", NodeNames.repeats(List.of(8)));
        assertEquals("1,2,1", NodeNames.repeats(List.of(1, 2, 1)));
    }
}
