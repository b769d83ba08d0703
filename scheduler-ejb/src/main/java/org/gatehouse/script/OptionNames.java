package org.gatehouse.script;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds options by what people write: full names, older names, unique abbreviations, letters, near misses. */
final class OptionNames {

    /** The answer to a long name. */
    sealed interface Match {
        record Found(SbatchOption option) implements Match {}

        record Ambiguous(List<String> candidates) implements Match {}

        record Unknown() implements Match {}
    }

    private static final TreeMap<String, SbatchOption> BY_NAME = new TreeMap<>();
    private static final List<String> NAMES;
    private static final Map<Character, SbatchOption> BY_LETTER = new HashMap<>();

    /** Names of other tools and older releases that no spelling distance leads from. */
    private static final Map<String, String> FOREIGN = Map.of(
            "workdir", "chdir",
            "walltime", "time",
            "queue", "partition",
            "project", "account",
            "memory", "mem",
            "name", "job-name",
            "email", "mail-user",
            "cores", "cpus-per-task",
            "threads", "cpus-per-task");

    static {
        for (SbatchOption option : SbatchOption.values()) {
            BY_NAME.put(option.longName(), option);
            if (option.letter() != SbatchOption.NO_LETTER) {
                BY_LETTER.put(option.letter(), option);
            }
        }
        BY_NAME.put("tasks-per-node", SbatchOption.NTASKS_PER_NODE);
        BY_NAME.put("ntasks-per-tres", SbatchOption.NTASKS_PER_GPU);
        BY_NAME.put("cluster", SbatchOption.CLUSTERS);
        NAMES = List.copyOf(BY_NAME.keySet());
    }

    private OptionNames() {}

    static Match find(String name) {
        SbatchOption exact = BY_NAME.get(name);
        if (exact != null) {
            return new Match.Found(exact);
        }
        Set<SbatchOption> meant = new LinkedHashSet<>();
        Set<String> candidates = new LinkedHashSet<>();
        for (var entry : BY_NAME.tailMap(name).entrySet()) {
            if (!entry.getKey().startsWith(name)) {
                break;
            }
            if (!entry.getValue().isOfPlugin()) {
                meant.add(entry.getValue());
                candidates.add("--" + entry.getKey());
            }
        }
        return switch (meant.size()) {
            case 0 -> new Match.Unknown();
            case 1 -> new Match.Found(meant.iterator().next());
            default -> new Match.Ambiguous(List.copyOf(candidates));
        };
    }

    static Optional<SbatchOption> find(char letter) {
        return Optional.ofNullable(BY_LETTER.get(letter));
    }

    /** The long name that was probably meant. */
    static Optional<String> nearest(String name) {
        String foreign = FOREIGN.get(name.toLowerCase(java.util.Locale.ROOT));
        return foreign != null ? Optional.of(foreign) : Nearest.of(name, NAMES);
    }

    /** Whether a word is a long name, or with a value behind = an abbreviation of at least three letters. */
    static boolean isLongName(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        return name.length() > 2 && (isName(name) || (equals > 0 && find(name) instanceof Match.Found));
    }

    /** Whether a word is the full name of an option, such as a {@code partition} whose hyphens were forgotten. */
    static boolean isName(String word) {
        return BY_NAME.containsKey(word);
    }
}
