package org.gatehouse.script;

import java.util.List;
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
        int best = Math.max(1, word.length() / 3) + 1;
        String found = null;
        for (String candidate : known) {
            if (candidate.length() > LONGEST || Math.abs(candidate.length() - word.length()) >= best) {
                continue;
            }
            int distance =
                    distance(word.toLowerCase(java.util.Locale.ROOT), candidate.toLowerCase(java.util.Locale.ROOT));
            if (distance < best) {
                best = distance;
                found = candidate;
            }
        }
        return Optional.ofNullable(found);
    }

    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
