package org.gatehouse.script;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A point in time as sbatch reads it: {@code now+1hour}, {@code 16:00}, {@code 4:30PM}, {@code noon}, {@code tomorrow},
 * {@code MMDD[YY]}, {@code MM/DD[/YY]}, {@code MM.DD[.YY]}, {@code YYYY-MM-DD[THH:MM[:SS]]}; a day and a time with a blank
 * between them. In the zone of the time of reading; a clock time that a change to summer time skips is moved on by the
 * hour that is skipped. A time of day alone is the next one to come.
 */
final class WhenValue {
    private static final int LONGEST = 64;
    private static final Pattern FROM_NOW = Pattern.compile("now *(?:([+-]) *(\\d{1,9}) *([a-z]*))?");
    private static final Pattern CLOCK = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}))? ?(am|pm)?");
    private static final Pattern DAY = Pattern.compile(
            "(\\d{4})-(\\d{2})-(\\d{2})|(\\d{1,2})[/.](\\d{1,2})(?:[/.](\\d{2}))?|(\\d{2})(\\d{2})(\\d{2})?");
    private static final Pattern ISO = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[t-](.*)");
    private static final Map<String, LocalTime> TIMES = Map.of(
            "midnight",
            LocalTime.MIDNIGHT,
            "noon",
            LocalTime.NOON,
            "fika",
            LocalTime.of(15, 0),
            "teatime",
            LocalTime.of(16, 0));
    private static final List<String> WORDS =
            List.of("now", "midnight", "noon", "fika", "teatime", "today", "tomorrow");
    private static final Map<String, Integer> UNITS =
            Map.of("", 1, "second", 1, "minute", 60, "hour", 3600, "day", 86_400, "week", 604_800);

    private final String text;
    private final ZonedDateTime now;
    private @Nullable LocalDate day;
    private @Nullable LocalTime time;

    private WhenValue(String text, ZonedDateTime now) {
        this.text = text.strip().toLowerCase(Locale.ROOT);
        this.now = now;
    }

    static Read<ZonedDateTime> read(String text, ZonedDateTime now) {
        if (text.length() <= LONGEST) {
            var value = new WhenValue(text, now);
            ZonedDateTime from = value.fromNow();
            ZonedDateTime when = from == null && value.parts() ? value.next() : from;
            if (when != null) {
                return new Read.Good<>(when);
            }
        }
        return new Read.Bad<>("\"" + Words.shorten(text) + "\" is no time of a day", hint(text));
    }

    private @Nullable ZonedDateTime fromNow() {
        if (text.startsWith("uts") && text.length() <= 15 && Digits.plain(text.substring(3)) != Digits.NONE) {
            return Instant.ofEpochSecond(Digits.plain(text.substring(3))).atZone(now.getZone());
        }
        Matcher parts = FROM_NOW.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        if (parts.group(1) == null) {
            return now;
        }
        String unit = parts.group(3);
        Integer seconds = UNITS.get(unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit);
        long count = Long.parseLong(parts.group(2)) * (parts.group(1).equals("-") ? -1 : 1);
        return seconds == null || unit.equals("s") ? null : now.plusSeconds(count * seconds);
    }

    /** Takes the text apart into at most one day and one time. */
    private boolean parts() {
        Matcher iso = ISO.matcher(text);
        if (iso.matches()) {
            return isDay(iso.group(1)) && isTime(iso.group(2));
        }
        int blank = text.indexOf(' ');
        if (blank < 0 || isTime(text)) {
            return isTime(text) || isDay(text);
        }
        String first = text.substring(0, blank);
        String second = text.substring(blank + 1);
        return (isDay(first) && isTime(second)) || (isDay(second) && isTime(first)) || startsWithTime();
    }

    /** {@code 4:30 pm tomorrow}: the blank before the suffix is none between the parts. */
    private boolean startsWithTime() {
        int blank = text.lastIndexOf(' ');
        return isTime(text.substring(0, blank)) && isDay(text.substring(blank + 1));
    }

    private boolean isTime(String part) {
        Matcher clock = CLOCK.matcher(part);
        LocalTime named = TIMES.get(part);
        if (named == null && !clock.matches()) {
            return false;
        }
        time = named != null ? named : clockTime(clock);
        return time != null;
    }

    private static @Nullable LocalTime clockTime(Matcher clock) {
        int hour = Integer.parseInt(clock.group(1));
        String half = clock.group(4);
        if (half != null && hour > 12) {
            return null;
        }
        int shifted = half == null ? hour : hour % 12 + (half.equals("pm") ? 12 : 0);
        try {
            int second = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(3));
            return LocalTime.of(shifted, Integer.parseInt(clock.group(2)), second);
        } catch (DateTimeException wrong) {
            return null;
        }
    }

    private boolean isDay(String part) {
        Matcher parts = DAY.matcher(part);
        if (part.equals("today") || part.equals("tomorrow")) {
            day = now.toLocalDate().plusDays(part.equals("today") ? 0 : 1);
        } else if (parts.matches()) {
            day = dayOf(parts);
        }
        return day != null;
    }

    /** Without a year the next such day that is not over. */
    private @Nullable LocalDate dayOf(Matcher parts) {
        int first = parts.group(1) != null ? 1 : parts.group(4) != null ? 4 : 7;
        try {
            if (first == 1) {
                return LocalDate.of(number(parts, 1), number(parts, 2), number(parts, 3));
            }
            if (parts.group(first + 2) != null) {
                return LocalDate.of(2000 + number(parts, first + 2), number(parts, first), number(parts, first + 1));
            }
            var day = LocalDate.of(now.getYear(), number(parts, first), number(parts, first + 1));
            return day.isBefore(now.toLocalDate()) ? day.plusYears(1) : day;
        } catch (DateTimeException wrong) {
            return null;
        }
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    private ZonedDateTime next() {
        LocalTime at = time == null ? LocalTime.MIDNIGHT : time;
        if (day != null) {
            return ZonedDateTime.of(day, at, now.getZone());
        }
        ZonedDateTime today = ZonedDateTime.of(now.toLocalDate(), at, now.getZone());
        return today.isAfter(now) ? today : ZonedDateTime.of(now.toLocalDate().plusDays(1), at, now.getZone());
    }

    private static String hint(String text) {
        return Nearest.of(text, WORDS)
                .map(near -> "did you mean " + near + "?")
                .orElse(
                        "write now+1hour, 16:00, tomorrow or 2027-01-20T16:00; units are seconds, minutes, hours, days, weeks");
    }
}
