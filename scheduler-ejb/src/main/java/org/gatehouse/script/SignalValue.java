package org.gatehouse.script;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A signal before the end: {@code [[R][B]:]signal[@seconds]}, the signal by name (with or without SIG) or number.
 *
 * @param batchOnly B: only the script gets it
 * @param seconds before the end; 60 where nothing is said
 */
record SignalValue(String signal, boolean batchOnly, int seconds) {
    private static final int DEFAULT_SECONDS = 60;
    private static final int MOST_SECONDS = 65535;
    /** Numbers of Linux on x86-64 and ARM64. */
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ABRT", 6),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15),
            Map.entry("CHLD", 17),
            Map.entry("CONT", 18),
            Map.entry("STOP", 19),
            Map.entry("TSTP", 20),
            Map.entry("TTIN", 21),
            Map.entry("TTOU", 22),
            Map.entry("URG", 23),
            Map.entry("XCPU", 24));

    private static final List<String> NAMES = NUMBERS.keySet().stream().sorted().toList();
    private static final int MOST_SIGNAL = 64;

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

    /** Empty for a number that is no signal, which sbatch lets pass. */
    Optional<WarningSignal> toWarning() {
        Integer named = NUMBERS.get(signal);
        long number = named == null ? Digits.plain(signal) : named;
        return number < 1 || number > MOST_SIGNAL
                ? Optional.empty()
                : Optional.of(new WarningSignal((int) number, batchOnly, Duration.ofSeconds(seconds)));
    }

    private static long seconds(String text) {
        return text.isEmpty() ? 0 : Digits.withSign(text);
    }
}
