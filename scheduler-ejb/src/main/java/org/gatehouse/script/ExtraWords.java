package org.gatehouse.script;

import java.util.List;
import java.util.Optional;

/** What was probably meant by a word that stands where an option should. */
final class ExtraWords {
    private static final String NO_BREAK_SPACES = "\u00A0\u2007\u202F\u3000";
    private static final String DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212";
    private static final int BEHIND_SBATCH = 8;

    private ExtraWords() {}

    static String hint(Word word, boolean options, List<Setting> before) {
        String text = word.text();
        if (!options) {
            return "words behind -- are not read as options: remove the --";
        }
        if (text.chars().anyMatch(c -> NO_BREAK_SPACES.indexOf(c) >= 0)) {
            return "it holds a no-break space: type a plain blank in its place";
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
        return quoted(word, before);
    }

    private static String quoted(Word word, List<Setting> before) {
        var last = before.isEmpty() ? null : before.getLast();
        if (last == null || last.value() == null || last.place() == null) {
            return "remove it, or write it as --option=value";
        }
        if (last.place().line() != word.place().line()) {
            return "remove it, or write it as --option=value";
        }
        String unit = Words.shorten(word.text());
        if (last.option().argument() == Argument.MEMORY) {
            return "write " + last.option().dashed() + "=" + Words.shorten(last.text()) + unit + " without a blank";
        }
        return "put a value with blanks in quotes: " + last.option().dashed() + "=\"" + Words.shorten(last.text()) + " "
                + unit + "\"";
    }
}
