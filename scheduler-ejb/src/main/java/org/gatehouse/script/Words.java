package org.gatehouse.script;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gatehouse.script.JobRequest.Part;

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

    /** To the minute where seconds are none, with the zone: {@code 2026-12-01 16:00 Europe/Berlin}. */
    static String moment(ZonedDateTime when) {
        String pattern = when.getSecond() == 0 ? "uuuu-MM-dd HH:mm" : "uuuu-MM-dd HH:mm:ss";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(when) + " " + when.getZone();
    }

    /** What each node gets: {@code 1 node with 4 tasks, 4 CPUs and 2 nodes with 3 tasks, 3 CPUs}. */
    static String parts(List<Part> parts) {
        return String.join(
                " and ",
                parts.stream()
                        .map(part -> count(part.nodes(), "node") + " with " + count(part.tasks(), "task") + ", "
                                + share(part))
                        .toList());
    }

    static String share(Part part) {
        return count(part.cpus(), "CPU") + (part.gpus().isEmpty() ? ", no GPUs" : ", " + gpus(part.gpus()));
    }

    /** @param total by type; the empty type is "any" */
    static String gpuTotal(Map<String, Long> total) {
        return gpus(total.entrySet().stream()
                .map(entry -> new GpuCount(
                        GpusAsked.typeOrNull(entry.getKey()), (int) Math.min(entry.getValue(), Digits.LARGEST)))
                .toList());
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
