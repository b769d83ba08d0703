package org.gatehouse.script;

import java.util.List;
import java.util.Optional;

/** What was probably meant by a word that stands where an option should. */
final class ExtraWords {
    private static final String DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212";
    private static final String OTHERWISE = "remove it, or write it as --option=value";
    private static final int BEHIND_SBATCH = 8;

    private ExtraWords() {}

    /** @param words the extra one, and those behind it that may belong to the same text */
    static String hint(List<Word> words, boolean options, List<Setting> before) {
        Word word = words.getFirst();
        String text = word.text();
        if (!options) {
            return "words behind -- are not read as options: remove the --";
        }
        var invisible = Blanks.invisible(text);
        if (invisible.isPresent()) {
            return "it holds " + invisible.get() + ": type a plain blank in its place";
        }
        if (DASHES.indexOf(text.charAt(0)) >= 0) {
            return "it begins with a long dash, not a hyphen: type - or --";
        }
        if (word.place().column() == BEHIND_SBATCH) {
            return "put a blank behind #SBATCH, and hyphens before an option";
        }
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (OptionNames.isName(name)) {
            return "write --" + Words.shorten(text);
        }
        var near = equals > 0 ? OptionNames.nearest(name) : Optional.<String>empty();
        if (near.isPresent()) {
            return "write --" + near.get() + Words.shorten(text.substring(equals));
        }
        return withLast(words, before);
    }

    private static String withLast(List<Word> words, List<Setting> before) {
        var last = before.isEmpty() ? null : before.getLast();
        int line = words.getFirst().place().line();
        if (last == null
                || last.value() == null
                || last.place() == null
                || last.place().line() != line) {
            return OTHERWISE;
        }
        String option = last.option().dashed() + "=";
        String value = Words.shorten(last.text());
        String word = Words.shorten(words.getFirst().text());
        return switch (last.option().argument()) {
            case MEMORY ->
                MemoryValue.read(last.text() + word) instanceof Read.Good
                        ? "write " + option + value + word + " without a blank"
                        : "write " + option + "16G, a number and its unit without a blank";
            case TIME -> "write " + option + time(last.text(), word);
            case GRES, GPUS -> Digits.plain(word) > 0 ? "write " + option + value + ":" + word : OTHERWISE;
            case TEXT -> "put a value with blanks in quotes: " + option + "\"" + joined(value, words) + "\"";
            default -> OTHERWISE;
        };
    }

    private static String joined(String value, List<Word> words) {
        return Words.shorten(
                value + " " + String.join(" ", words.stream().map(Word::text).toList()));
    }

    /** The time that a number with the name of a unit means. */
    private static String time(String number, String unit) {
        long count = Digits.plain(number);
        boolean known = count > 0 && count < 10_000;
        return switch (unit.isEmpty() || !known ? ' ' : Character.toLowerCase(unit.charAt(0))) {
            case 'd' -> count + "-00:00:00";
            case 'h' -> count + ":00:00";
            case 's' -> "00:00:" + count;
            case 'm' -> Long.toString(count);
            default -> "1-00:00:00 (days-hours:minutes:seconds)";
        };
    }
}
