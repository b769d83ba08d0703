package org.gatehouse.script;

import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * Indices of an array's tasks, each once, in rising order. Written as runs: {@code 0-9,12,20-28:4}. Costs a bit for each
 * number up to the highest, so a reader limits the highest index first.
 */
public final class IndexSet {
    /** No index may be as high as this, whatever the settings say. */
    public static final int LIMIT = 4_000_001;

    private final BitSet bits;

    private IndexSet(BitSet bits) {
        this.bits = bits;
    }

    /** @param bits copied */
    public static IndexSet of(BitSet bits) {
        return new IndexSet((BitSet) bits.clone());
    }

    /**
     * The indices that {@link #toString} wrote.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static IndexSet decode(String text) {
        var bits = new BitSet();
        for (String run : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] ends = run.split("[-:]", -1);
            int first = number(ends[0]);
            int last = ends.length > 1 ? number(ends[1]) : first;
            int step = ends.length > 2 ? number(ends[2]) : 1;
            if (ends.length > 3 || last < first || step < 1) {
                throw new IllegalArgumentException("no run of indices: " + run);
            }
            for (int index = first; index <= last; index += step) {
                bits.set(index);
            }
        }
        return new IndexSet(bits);
    }

    private static int number(String text) {
        long number = Digits.plain(text);
        if (number < 0 || number >= LIMIT) {
            throw new IllegalArgumentException("no index: " + text);
        }
        return (int) number;
    }

    public int size() {
        return bits.cardinality();
    }

    public boolean isEmpty() {
        return bits.isEmpty();
    }

    public boolean contains(int index) {
        return index >= 0 && bits.get(index);
    }

    /** -1 when empty. */
    public int lowest() {
        return bits.nextSetBit(0);
    }

    /** -1 when empty. */
    public int highest() {
        return bits.length() - 1;
    }

    /** The distance between neighbours where it is the same for all, else 1. */
    public int step() {
        int first = lowest();
        int second = first < 0 ? -1 : bits.nextSetBit(first + 1);
        if (second < 0) {
            return 1;
        }
        int step = second - first;
        for (int at = second, next = bits.nextSetBit(at + 1); next >= 0; at = next, next = bits.nextSetBit(at + 1)) {
            if (next - at != step) {
                return 1;
            }
        }
        return step;
    }

    public LongStream stream() {
        return bits.stream().asLongStream();
    }

    /** A copy that may be changed. */
    public BitSet toBits() {
        return (BitSet) bits.clone();
    }

    /** Runs of neighbours become {@code a-b}; three or more with a larger step become {@code a-b:step}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        int at = bits.nextSetBit(0);
        while (at >= 0) {
            int next = bits.nextSetBit(at + 1);
            int step = next < 0 ? 1 : next - at;
            int last = at;
            int count = 1;
            while (next >= 0 && next - last == step) {
                last = next;
                count++;
                next = bits.nextSetBit(last + 1);
            }
            if (count == 2 && step > 1) { // two single ones are easier to read than a run with a step
                next = last;
                last = at;
                count = 1;
            }
            text.append(text.isEmpty() ? "" : ",").append(at);
            if (count > 1) {
                text.append('-').append(last).append(step > 1 ? ":" + step : "");
            }
            at = next;
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexSet set && bits.equals(set.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }
}
