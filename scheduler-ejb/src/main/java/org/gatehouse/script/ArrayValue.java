package org.gatehouse.script;

import java.util.BitSet;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An array as Slurm reads it: {@code 1,3,5-9:2%4}. Brackets at the start of an item and behind its numbers are taken off,
 * an index that is named twice is there once, what stands behind the percent sign is how many tasks run at a time.
 *
 * <p>Indices are counted before one is stored, so a short text for a billion tasks costs nothing.
 */
final class ArrayValue {
    /** How often, on the average, each possible index may be named. */
    private static final int MOST_NAMED = 4;

    private final String text;
    private final int most;
    private final BitSet indices = new BitSet();
    private long named;

    private ArrayValue(String text, int most) {
        this.text = text;
        this.most = most;
    }

    /** @param most the highest index allowed */
    static Read<ArrayAsk> read(String text, int most) {
        int percent = text.indexOf('%');
        long atOnce = percent < 0 ? 0 : Digits.plain(text.substring(percent + 1));
        if (percent >= 0 && (atOnce < 1 || atOnce > Digits.LARGEST)) {
            return new Read.Bad<>(
                    "\"" + Words.shorten(text.substring(percent)) + "\" says not how many tasks run at a time",
                    "write a whole number behind the percent sign, at least 1: 0-9%2");
        }
        var limit = percent < 0 ? OptionalInt.empty() : OptionalInt.of((int) atOnce);
        return switch (new ArrayValue(percent < 0 ? text : text.substring(0, percent), most).read()) {
            case Read.Good<IndexSet>(IndexSet indices) -> new Read.Good<>(new ArrayAsk(indices, limit));
            case Read.Bad<IndexSet>(String problem, String hint) -> new Read.Bad<>(problem, hint);
        };
    }

    private Read<IndexSet> read() {
        int at = 0;
        while (at <= text.length()) {
            int comma = text.indexOf(',', at);
            int end = comma < 0 ? text.length() : comma;
            var bad = add(text.substring(at, end));
            if (bad != null) {
                return bad;
            }
            at = end + 1;
        }
        return new Read.Good<>(IndexSet.of(indices));
    }

    /** Adds an item; null when well. */
    private Read.@Nullable Bad<IndexSet> add(String item) {
        String bare = item.startsWith("[") ? item.substring(1) : item;
        int hyphen = bare.indexOf('-');
        int colon = hyphen < 0 ? -1 : bare.indexOf(':', hyphen);
        long first = number(hyphen < 0 ? bare : bare.substring(0, hyphen));
        long last = hyphen < 0 ? first : number(bare.substring(hyphen + 1, colon < 0 ? bare.length() : colon));
        long step = colon < 0 ? 1 : number(bare.substring(colon + 1));
        if (first == Digits.NONE || last == Digits.NONE || step == Digits.NONE) {
            return new Read.Bad<>(
                    "\"" + Words.shorten(item) + "\" is no index and no range of indices",
                    "write a number, a range or a range with a step: 3, 5-9, 0-20:4");
        }
        if (last < first) {
            return new Read.Bad<>(
                    "the range " + Words.shorten(item) + " runs backwards", "write " + last + "-" + first);
        }
        if (step == 0) {
            return new Read.Bad<>("a step must be at least 1", "leave :0 out, or write :1");
        }
        return last > most ? tooHigh(last) : store((int) first, (int) last, (int) Math.min(step, Digits.LARGEST));
    }

    private static long number(String text) {
        return Digits.plain(text.endsWith("]") ? text.substring(0, text.length() - 1) : text);
    }

    private Read.Bad<IndexSet> tooHigh(long last) {
        return new Read.Bad<>(
                "index " + last + " is above the highest index allowed, " + most
                        + " (setting GATEHOUSE_MAX_ARRAY_SIZE: " + (most + 1L) + ")",
                "use indices up to " + most + ", or submit several arrays");
    }

    private Read.@Nullable Bad<IndexSet> store(int first, int last, int step) {
        named += (last - first) / step + 1;
        if (named > MOST_NAMED * (most + 1L)) {
            return new Read.Bad<>("it names the same indices again and again", "name each index once");
        }
        if (step == 1) {
            indices.set(first, last + 1);
        } else {
            for (long index = first; index <= last; index += step) {
                indices.set((int) index);
            }
        }
        return null;
    }
}
