package org.gatehouse.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatehouse.script.Finding.Where;
import org.jspecify.annotations.Nullable;

/**
 * Turns the words of a header into settings as getopt_long does: glued and clustered letters, unique abbreviations,
 * {@code --} ends the options. Goes on after every error, so that all are found at once.
 */
final class OptionParser {
    private static final int MOST_JOINED = 8;

    private final List<Word> words;
    private final Findings findings;
    private final List<Setting> settings = new ArrayList<>();
    private int next;

    /** Words before this one are named in the hint of one before them. */
    private int joined;

    OptionParser(List<Word> words, Findings findings) {
        this.words = words;
        this.findings = findings;
    }

    List<Setting> parse() {
        boolean options = true;
        while (next < words.size()) {
            Word word = words.get(next++);
            if (options && word.text().equals("--")) {
                options = false;
            } else if (options && word.text().startsWith("--")) {
                longOption(word);
            } else if (options && word.text().startsWith("-") && word.text().length() > 1) {
                letters(word);
            } else {
                extraWord(word, options);
            }
        }
        return settings;
    }

    private void longOption(Word word) {
        int equals = word.text().indexOf('=');
        String name = word.text().substring(2, equals < 0 ? word.text().length() : equals);
        String value = equals < 0 ? null : word.text().substring(equals + 1);
        switch (OptionNames.find(name)) {
            case OptionNames.Match.Found(SbatchOption option) -> found(option, "--" + name, value, word);
            case OptionNames.Match.Ambiguous(List<String> candidates) ->
                error(
                        "ambiguous-option",
                        word.place(),
                        "--" + name + " could be any of " + Words.list(candidates),
                        "write one of them in full");
            case OptionNames.Match.Unknown() -> unknown(name, word);
        }
    }

    private void unknown(String name, Word word) {
        int colon = name.indexOf(':');
        boolean glued = colon > 0 && OptionNames.isName(name.substring(0, colon));
        Optional<String> near = findings.full() || glued ? Optional.empty() : OptionNames.nearest(name);
        error(
                "unknown-option",
                word.place(),
                "sbatch has no option --" + Words.shorten(name),
                glued
                        ? "write --" + name.substring(0, colon) + "="
                                + Words.shorten(word.text().substring(colon + 3).replace('=', ':'))
                        : near.map(found -> "did you mean --" + found + "?").orElse(null));
    }

    private void found(SbatchOption option, String spelled, @Nullable String glued, Word word) {
        var where = new Where(word.place(), option.longName());
        if (option.argument() == Argument.NONE && glued != null) {
            findings.error("value-not-allowed", where, option.dashed() + " takes no value", "write " + option.dashed());
            return;
        }
        String value = glued == null && option.argument().isRequired() ? nextValue(where, spelled) : glued;
        if (value != null || !option.argument().isRequired()) {
            settings.add(new Setting(option, value, word.place(), spelled));
        }
    }

    private void letters(Word word) {
        String text = word.text();
        warnOfOneHyphen(word);
        for (int at = 1; at < text.length(); at++) {
            var place = new Place(word.place().line(), word.place().column() + (at == 1 ? 0 : at));
            var option = OptionNames.find(text.charAt(at)).orElse(null);
            if (option == null) {
                unknownLetter(text, at, place);
                return;
            }
            String spelled = "-" + text.charAt(at);
            String rest = text.substring(at + 1);
            var letter = new Word(text, place);
            if (option.argument().isRequired()) {
                warnOfEquals(option, spelled, rest, place);
                found(option, spelled, rest.isEmpty() ? null : rest, letter);
                return;
            }
            if (option.argument().isOptional() && takesGluedValue(option) && !rest.isEmpty()) {
                found(option, spelled, rest, letter);
                return;
            }
            found(option, spelled, null, letter);
        }
    }

    /** Of the letters only {@code -k} may have its optional value glued on; {@code -s} has none in its short form. */
    private static boolean takesGluedValue(SbatchOption option) {
        return option == SbatchOption.NO_KILL;
    }

    /** A {@code -mem=10G} is {@code -m em=10G}: where the word is a long name, that was meant. */
    private void warnOfOneHyphen(Word word) {
        String text = word.text();
        if (OptionNames.find(text.charAt(1)).isPresent() && OptionNames.isLongName(text.substring(1))) {
            findings.warning(
                    "one-hyphen",
                    new Where(word.place(), null),
                    Words.shorten(text) + " is read as -" + text.charAt(1) + " " + Words.shorten(text.substring(2)),
                    "did you mean -" + Words.shorten(text) + " (two hyphens)?");
        }
    }

    private void warnOfEquals(SbatchOption option, String spelled, String rest, Place place) {
        if (rest.startsWith("=")) {
            findings.warning(
                    "equals-behind-letter",
                    new Where(place, option.longName()),
                    spelled + rest + " gives " + option.dashed() + " the value \"" + Words.shorten(rest) + "\"",
                    "write " + spelled + " " + Words.shorten(rest.substring(1)) + " or " + option.dashed()
                            + Words.shorten(rest));
        }
    }

    private void unknownLetter(String text, int at, Place place) {
        Optional<String> near = at > 1 || text.length() < 4 || findings.full()
                ? Optional.empty()
                : OptionNames.nearest(text.substring(1).split("=", 2)[0]);
        error(
                "unknown-option",
                place,
                "sbatch has no option -" + text.charAt(at),
                near.map(name -> "did you mean --" + name + " (two hyphens)?").orElse(null));
    }

    /** The next word, whatever it is; it may stand on the next directive line. */
    private @Nullable String nextValue(Where where, String spelled) {
        if (next == words.size()) {
            findings.error("missing-value", where, spelled + " needs a value", "write " + spelled + " and its value");
            return null;
        }
        Word word = words.get(next++);
        Place place = where.place();
        if (place != null && word.place().line() != place.line()) {
            findings.warning(
                    "value-from-next-line",
                    where,
                    spelled + " has no value on its line, so sbatch takes \"" + Words.shorten(word.text())
                            + "\" from line " + word.place().line(),
                    "write the value behind " + spelled);
        }
        return word.text();
    }

    private void extraWord(Word word, boolean options) {
        String hint = findings.full() || next <= joined ? null : ExtraWords.hint(behind(word), options, settings);
        error(
                "extra-word",
                word.place(),
                "\"" + Words.shorten(word.text()) + "\" is neither an option nor the value of one",
                hint);
    }

    /** The word with those behind it that belong to the same text: up to an option, or the end of the line. */
    private List<Word> behind(Word word) {
        var together = new ArrayList<>(List.of(word));
        for (int at = next; at < words.size() && together.size() < MOST_JOINED; at++) {
            Word more = words.get(at);
            int equals = more.text().indexOf('=');
            if (more.place().line() != word.place().line()
                    || more.text().startsWith("-")
                    || OptionNames.isName(equals < 0 ? more.text() : more.text().substring(0, equals))) {
                break;
            }
            together.add(more);
        }
        joined = next + together.size() - 1;
        return together;
    }

    private void error(String code, Place place, String message, @Nullable String hint) {
        findings.error(code, new Where(place, null), message, hint);
    }
}
