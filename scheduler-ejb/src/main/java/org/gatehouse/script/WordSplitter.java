package org.gatehouse.script;

import java.util.ArrayList;
import java.util.List;
import org.gatehouse.script.Finding.Where;

/**
 * Splits a directive into words as sbatch does, which is not as a shell does: a backslash protects one character inside
 * either kind of quotes too, but never a blank outside of them; {@code #} outside of quotes ends the directive even
 * inside a word; a word that comes out empty ends it as well.
 */
final class WordSplitter {
    private final int number;
    private final String line;
    private final Findings findings;
    private int at;
    private boolean broken;

    WordSplitter(int number, String line, Findings findings) {
        this.number = number;
        this.line = line;
        this.findings = findings;
    }

    /** The words; after an error the broken one too, so that its option does not seem to lack a value. */
    List<Word> split(int from) {
        var words = new ArrayList<Word>();
        at = Blanks.skip(line, from);
        while (at < line.length() && line.charAt(at) != '#') {
            int start = at;
            if (line.charAt(at) == ':') {
                error(
                        "unexpected-colon",
                        at,
                        "a word must not begin with \":\"",
                        "put the value in quotes and close to its option, or remove the colon");
            }
            String word = word();
            if (!word.isEmpty()) {
                words.add(new Word(word, new Place(number, start + 1)));
            } else if (!broken) {
                sayEmptyWord(start);
            }
            if (word.isEmpty() || broken) {
                return words;
            }
            at = Blanks.skip(line, at);
        }
        return words;
    }

    private String word() {
        var word = new StringBuilder();
        int quoteAt = -1;
        boolean escaped = false;
        int start = at;
        while (at < line.length() && (quoteAt >= 0 || !Blanks.is(line.charAt(at)))) {
            char c = line.charAt(at);
            if (escaped) {
                word.append(c);
                escaped = false;
            } else if (c == '\\') {
                escaped = true;
            } else if (quoteAt >= 0 && c == line.charAt(quoteAt)) {
                quoteAt = -1;
            } else if (quoteAt < 0 && (c == '"' || c == '\'')) {
                quoteAt = at;
            } else if (quoteAt < 0 && c == '#') {
                return word.toString();
            } else {
                word.append(c);
            }
            at++;
        }
        checkEnd(start, quoteAt, escaped);
        return broken && line.charAt(at - 1) == '\\' && word.toString().equals("\\") ? "" : word.toString();
    }

    private void checkEnd(int start, int quoteAt, boolean escaped) {
        if (quoteAt >= 0) {
            broken = true;
            error(
                    "unmatched-quote",
                    quoteAt,
                    "the quote " + line.charAt(quoteAt) + " is never closed",
                    "close it, or put a \\ before it if it is part of the value");
            return;
        }
        boolean lastBackslash = escaped || line.substring(start, at).equals("\\\\");
        if (lastBackslash && Blanks.skip(line, at) == line.length()) {
            broken = true;
            error(
                    "continued-directive",
                    at - 1,
                    "a directive cannot be continued with a backslash",
                    "begin the next line with #SBATCH and remove the backslash");
        }
    }

    private void sayEmptyWord(int start) {
        if (Blanks.skip(line, at) < line.length()) {
            findings.warning(
                    "empty-word",
                    new Where(new Place(number, start + 1), null),
                    "an empty word ends the directive: what follows it on this line is not read",
                    "remove it, or write an empty value as --option=");
        }
    }

    private void error(String code, int index, String message, String hint) {
        findings.error(code, new Where(new Place(number, index + 1), null), message, hint);
    }
}
