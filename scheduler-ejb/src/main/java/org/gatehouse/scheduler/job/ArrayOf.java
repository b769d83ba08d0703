package org.gatehouse.scheduler.job;

import java.util.Map;
import java.util.OptionalInt;
import org.gatehouse.script.IndexSet;

/**
 * What makes a job an array.
 *
 * @param indices of all tasks
 * @param waiting of those that have no row yet and are still to start
 * @param atOnce how many may be active at a time
 * @param counts tasks by state, those without a row too
 */
public record ArrayOf(IndexSet indices, IndexSet waiting, OptionalInt atOnce, Map<JobState, Integer> counts) {

    public ArrayOf {
        counts = Map.copyOf(counts);
    }

    /** The one word for it: the most active state of its tasks; when all have ended, the worst end. */
    public static JobState word(Map<JobState, Integer> counts) {
        for (JobState state : JobState.MOST_TELLING_FIRST) {
            if (counts.getOrDefault(state, 0) > 0) {
                return state;
            }
        }
        throw new IllegalArgumentException("an array without tasks: " + counts);
    }

    /** Tasks that are at their pool. */
    public int active() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().active())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** {@code 3 running, 5 waiting, 2 failed}. */
    public String words() {
        var words = new StringBuilder();
        for (JobState state : JobState.MOST_TELLING_FIRST) {
            int count = counts.getOrDefault(state, 0);
            if (count > 0) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(state.adjective());
            }
        }
        return words.toString();
    }
}
