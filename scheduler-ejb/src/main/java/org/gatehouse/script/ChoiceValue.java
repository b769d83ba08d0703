package org.gatehouse.script;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of options that change nothing here, checked as sbatch checks them: what it refuses is a slip of the pen, such as
 * a {@code -mem=10G}, which is {@code --distribution=em=10G}.
 */
final class ChoiceValue {
    private static final List<String> PROFILES = List.of("none", "all", "energy", "task", "lustre", "network");
    private static final List<String> LEVELS = List.of("block", "cyclic", "fcyclic", "*");
    private static final List<String> MEMORY =
            List.of("none", "no", "rank", "local", "sort", "nosort", "prefer", "p", "quiet", "q", "verbose", "v", "n");
    private static final List<String> GRES_FLAGS = List.of(
            "disable-binding",
            "enforce-binding",
            "one-task-per-sharing",
            "multiple-tasks-per-sharing",
            "allow-task-sharing");
    private static final List<String> SAMPLED = List.of("task", "energy", "network", "filesystem");
    private static final Pattern INDEX = Pattern.compile("(?:0[xX])?[0-9a-fA-F]*(?:\\*[0-9]+)?");

    private ChoiceValue() {}

    /** What is read of an option with such a value; null for any other option. */
    static @Nullable Read<String> read(SbatchOption option, String text) {
        String small = text.toLowerCase(Locale.ROOT);
        return switch (option) {
            case DISTRIBUTION ->
                check(isDistribution(small), text, "no distribution", "block, cyclic, plane=4 or block:cyclic");
            case PROFILE ->
                check(words(small).stream().anyMatch(PROFILES::contains), text, "no profile", Words.list(PROFILES));
            case GPU_BIND ->
                check(isGpuBinding(small), text, "no binding to GPUs", "none, closest, single:1 or map_gpu:0,1");
            case MEM_BIND -> check(isMemoryBinding(small), text, "no binding to memory", "none, local or map_mem:0,1");
            case GRES_FLAGS -> check(GRES_FLAGS.contains(small), text, "no such rule", Words.list(GRES_FLAGS));
            case ACCTG_FREQ -> check(isFrequency(small), text, "no sampling interval", "30 or task=30");
            default -> null;
        };
    }

    private static Read<String> check(boolean good, String text, String what, String instead) {
        return good
                ? new Read.Good<>(text)
                : new Read.Bad<>("\"" + Words.shorten(text) + "\" is " + what, "remove it, or write " + instead);
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.split(",", -1));
    }

    private static boolean isDistribution(String text) {
        if (text.startsWith("plane")) {
            return text.startsWith("plane=") && Digits.plain(text.substring(6)) > 0;
        }
        for (String word : words(text)) {
            if (!word.isEmpty() && !word.equals("pack") && !word.equals("nopack") && !isLayout(word)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLayout(String word) {
        var levels = Arrays.asList(word.split(":", 5));
        return word.equals("arbitrary")
                || (levels.size() <= 3
                        && LEVELS.containsAll(levels)
                        && !levels.getFirst().equals("fcyclic"));
    }

    private static boolean isGpuBinding(String text) {
        String kind = text.startsWith("verbose,") ? text.substring(8) : text;
        if (kind.startsWith("map_gpu:") || kind.startsWith("mask_gpu:")) {
            return words(kind.substring(kind.indexOf(':') + 1)).stream()
                    .allMatch(index -> INDEX.matcher(index).matches());
        }
        return kind.equals("none")
                || kind.equals("closest")
                || kind.startsWith("single:")
                || kind.startsWith("per_task:");
    }

    private static boolean isMemoryBinding(String text) {
        for (String word : words(text)) {
            if (word.startsWith("map_mem:") || word.startsWith("mask_mem:")) {
                return !word.endsWith(":");
            }
            if (!MEMORY.contains(word)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFrequency(String text) {
        return words(text).stream().allMatch(word -> {
            int equals = word.indexOf('=');
            return (equals < 0 || SAMPLED.contains(word.substring(0, equals)))
                    && Digits.plain(word.substring(equals + 1)) != Digits.NONE;
        });
    }
}
