package org.gatehouse.script;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A signal before the end: {@code [[R][B]:]signal[@seconds]}, the signal by name (with or without SIG) or number.
 *
 * @param batchOnly B: only the script gets it
 * @param seconds before the end; 60 where nothing is said
 */
record SignalValue(String signal, boolean batchOnly, int seconds) {
    private static final int DEFAULT_SECONDS = 60;
    private static final int MOST_SECONDS = 65535;
    private static final List<String> NAMES = Arrays.asList(
            "HUP", "INT", "QUIT", "ABRT", "KILL", "USR1", "USR2", "PIPE", "ALRM", "TERM", "CHLD", "CONT", "STOP",
            "TSTP", "TTIN", "TTOU", "URG", "XCPU");

    static Read<SignalValue> read(String text) {
        int colon = text.indexOf(':');
        String flags = colon < 0 ? "" : text.substring(0, colon).toUpperCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        int at = rest.indexOf('@');
        String name = (at < 0 ? rest : rest.substring(0, at)).toUpperCase(Locale.ROOT);
        String bare = name.startsWith("SIG") ? name.substring(3) : name;
        long number = Digits.plain(bare);
        boolean flagsKnown = flags.chars().allMatch(c -> c == 'B' || c == 'R') && (colon < 0 || !flags.isEmpty());
        if (!flagsKnown || (!NAMES.contains(bare) && (number < 1 || number > Digits.LARGEST))) {
            String near = Nearest.of(bare, NAMES).orElse("USR1");
            return new Read.Bad<>("\"" + Words.shorten(text) + "\" names no signal", "write B:" + near + "@60");
        }
        long seconds = at < 0 ? DEFAULT_SECONDS : seconds(rest.substring(at + 1));
        if (seconds == Digits.NONE || seconds > MOST_SECONDS) {
            return new Read.Bad<>(
                    "the time before the end must be 0 to " + MOST_SECONDS + " seconds",
                    "write " + bare + "@60 for a minute");
        }
        return new Read.Good<>(new SignalValue(bare, flags.contains("B"), (int) seconds));
    }

    private static long seconds(String text) {
        return text.isEmpty() ? 0 : Digits.withSign(text);
    }
}
