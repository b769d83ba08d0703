package org.gatehouse.script;

import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the value of every occurrence of an option, also of one that a later line replaces: sbatch does so too. */
final class ValueCheck {
    private static final List<String> HINTS = List.of("compute_bound", "memory_bound", "multithread", "nomultithread");

    private static final List<String> MAIL = List.of(
            "NONE",
            "ALL",
            "BEGIN",
            "END",
            "FAIL",
            "REQUEUE",
            "INVALID_DEPEND",
            "STAGE_OUT",
            "TIME_LIMIT",
            "TIME_LIMIT_90",
            "TIME_LIMIT_80",
            "TIME_LIMIT_50",
            "ARRAY_TASKS");

    private static final int LONGEST_LIST = 1000;

    private ValueCheck() {}

    static void check(List<Setting> settings, ZonedDateTime now, Findings findings) {
        for (Setting setting : settings) {
            bad(setting, now)
                    .ifPresent(bad ->
                            findings.error("bad-value", setting, setting.named() + ": " + bad.problem(), bad.hint()));
            warnOfShell(setting, findings);
            warnOfInvisible(setting, findings);
            warnOfMail(setting, findings);
        }
    }

    private static Optional<Read.Bad<?>> bad(Setting setting, ZonedDateTime now) {
        Read<?> read = read(setting, now);
        return read instanceof Read.Bad<?> bad ? Optional.of(bad) : Optional.empty();
    }

    private static @Nullable Read<?> read(Setting setting, ZonedDateTime now) {
        String text = setting.text();
        return switch (setting.option().argument()) {
            case NONE, OPTIONAL -> null;
            case TEXT -> ChoiceValue.read(setting.option(), text);
            case COUNT -> CountValue.read(text);
            case NODES -> CountValue.readNodes(text);
            case MEMORY -> MemoryValue.read(text);
            case TIME -> TimeValue.read(text);
            case GPUS -> GpuValue.readGpus(text);
            case GRES -> GpuValue.readGres(text);
            case OPEN_MODE -> readOpenMode(text);
            case SIGNAL -> SignalValue.read(text);
            case WHEN -> WhenValue.read(text, now);
            case YES_NO -> readYesNo(text);
            case MAIL -> readMail(text);
            case EXCLUSIVE -> readExclusive(text);
            case HINT -> readHint(text);
        };
    }

    /** Only the first letter counts, as in sbatch. */
    static Read<OpenMode> readOpenMode(String text) {
        String first = text.isEmpty() ? "" : text.substring(0, 1).toLowerCase(Locale.ROOT);
        if (first.equals("a")) {
            return new Read.Good<>(OpenMode.APPEND);
        }
        return first.equals("t")
                ? new Read.Good<>(OpenMode.TRUNCATE)
                : new Read.Bad<>(
                        "\"" + Words.shorten(text) + "\" is no way to open a file", "write append or truncate");
    }

    static Read<Boolean> readYesNo(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return small.equals("yes") || small.equals("no")
                ? new Read.Good<>(small.equals("yes"))
                : new Read.Bad<>("\"" + Words.shorten(text) + "\" is neither yes nor no", "write yes or no");
    }

    /** Words that mean nothing are dropped by sbatch as long as one of them means something. */
    private static Read<List<String>> readMail(String text) {
        List<String> known = Arrays.stream(text.toUpperCase(Locale.ROOT).split(",", 100))
                .filter(MAIL::contains)
                .toList();
        return known.isEmpty()
                ? new Read.Bad<>(
                        "\"" + Words.shorten(text) + "\" names no occasion for mail",
                        "write one of " + Words.list(MAIL))
                : new Read.Good<>(known);
    }

    private static void warnOfMail(Setting setting, Findings findings) {
        if (setting.option() != SbatchOption.MAIL_TYPE || setting.text().length() > LONGEST_LIST) {
            return;
        }
        for (String word : setting.text().toUpperCase(Locale.ROOT).split(",", -1)) {
            if (!MAIL.contains(word) && readMail(setting.text()) instanceof Read.Good<List<String>>) {
                findings.warning(
                        "unknown-mail-type",
                        setting.where(),
                        setting.named() + ": sbatch drops \"" + Words.shorten(word) + "\" silently",
                        Nearest.of(word, MAIL)
                                .map(near -> "did you mean " + near + "?")
                                .orElse(null));
            }
        }
    }

    private static Read<String> readExclusive(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return small.isEmpty() || small.equals("user") || small.equals("mcs") || small.equals("topo")
                ? new Read.Good<>(small)
                : new Read.Bad<>(
                        "\"" + Words.shorten(text) + "\" is no way to be exclusive", "write --exclusive alone");
    }

    private static Read<String> readHint(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        if (HINTS.contains(small)) {
            return new Read.Good<>(small);
        }
        String near =
                Nearest.of(small, HINTS).map(found -> "write " + found).orElse("write one of " + Words.list(HINTS));
        return new Read.Bad<>("\"" + Words.shorten(text) + "\" is no hint", near);
    }

    private static void warnOfShell(Setting setting, Findings findings) {
        String text = setting.text();
        if (setting.option() == SbatchOption.WRAP || setting.option() == SbatchOption.COMMENT) {
            return;
        }
        if (text.startsWith("~")) {
            findings.warning(
                    "tilde-not-expanded",
                    setting.where(),
                    setting.shown() + ": ~ is not expanded here; it is a folder called \"~\"",
                    "write the path in full, or a path relative to the submit folder");
        }
        if (holdsVariable(text)) {
            findings.warning(
                    "variable-not-expanded",
                    setting.where(),
                    setting.shown() + ": variables and $(...) are not expanded here; the text is taken as it stands",
                    "write the value itself; in log names %u is the user, %x the job name, %j the job id");
        }
    }

    private static void warnOfInvisible(Setting setting, Findings findings) {
        Blanks.invisible(setting.text())
                .ifPresent(name -> findings.warning(
                        "invisible-character",
                        setting.where(),
                        setting.named() + ": the value holds " + name,
                        "type the value anew, with plain blanks if any"));
    }

    private static boolean holdsVariable(String text) {
        for (int at = text.indexOf('$'); at >= 0 && at + 1 < text.length(); at = text.indexOf('$', at + 1)) {
            char c = text.charAt(at + 1);
            if (c == '{' || c == '(' || c == '_' || Character.isLetter(c)) {
                return true;
            }
        }
        return false;
    }
}
