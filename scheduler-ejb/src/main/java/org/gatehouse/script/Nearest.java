package org.gatehouse.script;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The nearest of a few known spellings, counting letters that are wrong, missing, too many or swapped with their
 * neighbour.
 *
 * <p>Words over {@value #LONGEST} letters have no neighbour, so a comparison costs a constant.
 */
final class Nearest {
    private static final int LONGEST = 40;

    private Nearest() {}

    static Optional<String> of(String word, List<String> known) {
        if (word.isEmpty() || word.length() > LONGEST) {
            return Optional.empty();
        }
        String small = word.toLowerCase(Locale.ROOT);
        int best = Math.max(1, word.length() / 3) + 1;
        String found = null;
        for (String candidate : known) {
            if (candidate.length() > LONGEST || Math.abs(candidate.length() - word.length()) >= best) {
                continue;
            }
            int distance = distance(small, candidate.toLowerCase(Locale.ROOT), best);
            if (distance < best) {
                best = distance;
                found = candidate;
            }
        }
        return Optional.ofNullable(found);
    }

    /** The distance, or any number not below the bound as soon as it cannot be below it any more. */
    static int distance(String a, String b, int bound) {
        int[] twoBefore = new int[b.length() + 1];
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(before[j - 1] + change, Math.min(before[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoBefore[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            if (least >= bound) {
                return least;
            }
            int[] spare = twoBefore;
            twoBefore = before;
            before = row;
            row = spare;
        }
        return before[b.length()];
    }
}
