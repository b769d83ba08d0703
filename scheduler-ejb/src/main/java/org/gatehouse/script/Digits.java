package org.gatehouse.script;

/** Numbers as strtol takes them: blanks and a sign in front, digits to the end; too large counts as no number. */
final class Digits {
    /** Nothing that is counted in a script comes near it, and products of two still fit a long. */
    static final long LARGEST = Integer.MAX_VALUE;

    static final long NONE = -1;

    private Digits() {}

    /** The number, or {@link #NONE}. */
    static long plain(String text) {
        long value = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c < '0' || c > '9') {
                return NONE;
            }
            value = value * 10 + (c - '0');
            if (value > Long.MAX_VALUE / 100) {
                return NONE;
            }
        }
        return text.isEmpty() ? NONE : value;
    }

    static long withSign(String text) {
        String number = text.substring(Blanks.skip(text, 0));
        return plain(number.startsWith("+") ? number.substring(1) : number);
    }

    /** A count with a k or m (1024 and its square) behind it. */
    static long withFactor(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        long factor = switch (text.charAt(text.length() - 1)) {
            case 'k', 'K' -> 1024;
            case 'm', 'M' -> 1024 * 1024;
            default -> 1;
        };
        long number = withSign(factor == 1 ? text : text.substring(0, text.length() - 1));
        return number == NONE || number > LARGEST / factor ? NONE : number * factor;
    }
}
