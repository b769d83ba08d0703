package org.gatehouse.script;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the value of every occurrence of an option, also of one that a later line replaces: sbatch does so too. */
final class ValueCheck {
    private static final List<String> HINTS = List.of("compute_bound", "memory_bound", "multithread", "nomultithread");

    private ValueCheck() {}

    static void check(List<Setting> settings, Findings findings) {
        for (Setting setting : settings) {
            bad(setting)
                    .ifPresent(bad -> findings.error(
                            "bad-value", setting, setting.option().dashed() + ": " + bad.problem(), bad.hint()));
            warnOfShell(setting, findings);
        }
    }

    private static Optional<Read.Bad<?>> bad(Setting setting) {
        Read<?> read = read(setting);
        return read instanceof Read.Bad<?> bad ? Optional.of(bad) : Optional.empty();
    }

    private static @Nullable Read<?> read(Setting setting) {
        String text = setting.text();
        return switch (setting.option().argument()) {
            case NONE, OPTIONAL, TEXT -> null;
            case COUNT -> CountValue.read(text);
            case NODES -> CountValue.readNodes(text);
            case MEMORY -> MemoryValue.read(text);
            case TIME -> TimeValue.read(text);
            case GPUS -> GpuValue.readGpus(text);
            case GRES -> GpuValue.readGres(text);
            case OPEN_MODE -> readOpenMode(text);
            case SIGNAL -> SignalValue.read(text);
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
