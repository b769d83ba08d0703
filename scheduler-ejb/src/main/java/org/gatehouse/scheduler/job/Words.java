package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Quantities as people read them. */
public final class Words {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM uuuu HH:mm", Locale.ENGLISH);

    private Words() {}

    /** Two units at most: {@code 1 d 4 h}, {@code 12 min}, {@code 45 s}. */
    public static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        if (seconds < 86400) {
            return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
        }
        return two(seconds / 86400, "d", seconds % 86400 / 3600, "h");
    }

    private static String two(long big, String bigUnit, long small, String smallUnit) {
        return small == 0 ? big + " " + bigUnit : big + " " + bigUnit + " " + small + " " + smallUnit;
    }

    /** {@code 2 Dec 2026 08:05 UTC}; pages show times in the reader's zone beside it. */
    public static String time(Instant at) {
        return TIME.format(at.atZone(ZoneOffset.UTC)) + " UTC";
    }

    /** {@code 1 GPU}, {@code 2 GPUs}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
