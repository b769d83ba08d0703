package org.gatehouse.script;

import java.time.Duration;
import java.util.List;

/** How quantities and lists are put into words, the same in every message. */
final class Words {
    private static final int LONGEST_VALUE = 80;

    private Words() {}

    static String shorten(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…";
    }

    static String duration(Duration duration) {
        var words = new StringBuilder();
        append(words, duration.toDays(), "d");
        append(words, duration.toHoursPart(), "h");
        append(words, duration.toMinutesPart(), "min");
        append(words, duration.toSecondsPart(), "s");
        return words.isEmpty() ? "0 min" : words.toString();
    }

    private static void append(StringBuilder words, long count, String unit) {
        if (count > 0) {
            words.append(words.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
        }
    }

    static String mebibytes(long count) {
        return count >= 1024 && count % 1024 == 0 ? count / 1024 + " GiB" : count + " MiB";
    }

    static String count(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    static String gpus(List<GpuCount> gpus) {
        return gpus.isEmpty()
                ? "no GPUs"
                : String.join(" and ", gpus.stream().map(GpuCount::words).toList());
    }
}
