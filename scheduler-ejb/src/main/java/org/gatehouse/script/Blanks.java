package org.gatehouse.script;

import java.util.Locale;
import java.util.Optional;

/** What counts as a blank in a header: the six of the C locale. A no-break space is a letter like any other. */
final class Blanks {
    private Blanks() {}

    static boolean is(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** Index of the first character at or after {@code from} that is no blank; the length if there is none. */
    static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && is(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The first character that nobody sees or that only looks like a blank, in words. */
    static Optional<String> invisible(String text) {
        return text.codePoints()
                .filter(c -> Character.getType(c) == Character.FORMAT || (c > ' ' && Character.isSpaceChar(c)))
                .mapToObj(c -> (Character.isSpaceChar(c) ? "a no-break space" : "an invisible character")
                        + String.format(Locale.ROOT, " (U+%04X)", c))
                .findFirst();
    }

    /** The text without blanks at its end. */
    static String trimEnd(String text) {
        int end = text.length();
        while (end > 0 && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }
}
