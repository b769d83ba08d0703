package org.gatehouse.script;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time limit as sbatch reads it: {@code minutes}, {@code minutes:seconds}, {@code hours:minutes:seconds},
 * {@code days-hours}, {@code days-hours:minutes}, {@code days-hours:minutes:seconds}. Seconds round up to a minute; a
 * total of zero, {@code -1}, {@code UNLIMITED} and {@code INFINITE} ask for no limit.
 */
sealed interface TimeValue {

    record Limited(Duration limit) implements TimeValue {}

    record Unlimited() implements TimeValue {}

    /** Digits are bounded so that no sum overflows; a longer number is above any partition's maximum. */
    Pattern GRAMMAR = Pattern.compile("(?:(\\d{1,9})-)?(\\d{1,9})?(?::(\\d{1,9}))?(?::(\\d{1,9}))?");

    Pattern WITH_UNITS = Pattern.compile(
            "(?i)(?:(\\d{1,6})d(?:ays?)?)?(?:(\\d{1,6})h(?:ours?|rs?)?)?(?:(\\d{1,6})m(?:in(?:utes?)?|ins)?)?(?:(\\d{1,6})s(?:ec(?:onds?)?)?)?");

    static Read<TimeValue> read(String text) {
        if (text.equals("-1") || text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE")) {
            return new Read.Good<>(new Unlimited());
        }
        Matcher parts = GRAMMAR.matcher(text);
        if (text.length() > 64 || !parts.matches() || !wellFormed(parts)) {
            return new Read.Bad<>("\"" + Words.shorten(text) + "\" is no time", hint(text));
        }
        long seconds = seconds(parts);
        long minutes = Math.ceilDiv(seconds, 60);
        return new Read.Good<>(minutes == 0 ? new Unlimited() : new Limited(Duration.ofMinutes(minutes)));
    }

    /** Hours may be left out behind the days only if nothing follows: {@code 1-} is a day, {@code 1-:3} is wrong. */
    private static boolean wellFormed(Matcher parts) {
        return parts.group(2) != null || (parts.group(1) != null && parts.group(3) == null);
    }

    private static long seconds(Matcher parts) {
        long first = number(parts, 2);
        long second = number(parts, 3);
        long third = number(parts, 4);
        if (parts.group(1) != null) {
            return ((number(parts, 1) * 24 + first) * 60 + second) * 60 + third;
        }
        if (parts.group(4) != null) {
            return (first * 60 + second) * 60 + third;
        }
        return first * 60 + second;
    }

    private static long number(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static String hint(String text) {
        String bare = text.strip();
        Matcher units = WITH_UNITS.matcher(bare.replace(" ", ""));
        if (bare.length() <= 64 && !bare.isEmpty() && units.matches()) {
            long seconds = ((number(units, 1) * 24 + number(units, 2)) * 60 + number(units, 3)) * 60 + number(units, 4);
            long minutes = Math.ceilDiv(seconds, 60);
            return "write " + clock(seconds) + " or " + minutes + " (minutes)";
        }
        if (!bare.equals(text)) {
            return "remove the blanks";
        }
        return "write minutes, hours:minutes:seconds or days-hours:minutes:seconds, such as 90, 01:30:00, 1-12:00:00";
    }

    private static String clock(long seconds) {
        var duration = Duration.ofSeconds(seconds);
        String clock =
                "%02d:%02d:%02d".formatted(duration.toHoursPart(), duration.toMinutesPart(), duration.toSecondsPart());
        return duration.toDays() == 0 ? clock : duration.toDays() + "-" + clock;
    }
}
