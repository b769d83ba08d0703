package org.gatehouse.script;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All settings of a script and its request, with which of them count. The last of an option wins, and a field of the
 * request wins over the script; a memory or GPU field also replaces the script's other ways of asking for the same.
 */
final class Settings {
    private static final Set<SbatchOption> MEMORY =
            Set.of(SbatchOption.MEM, SbatchOption.MEM_PER_CPU, SbatchOption.MEM_PER_GPU);
    private static final Set<SbatchOption> GPUS = Set.of(
            SbatchOption.GRES,
            SbatchOption.GPUS,
            SbatchOption.GPUS_PER_NODE,
            SbatchOption.GPUS_PER_TASK,
            SbatchOption.GPUS_PER_SOCKET);

    private final List<Setting> fromScript;
    private final Map<SbatchOption, Setting> winners = new EnumMap<>(SbatchOption.class);
    private final Map<SbatchOption, Setting> replacedBy = new EnumMap<>(SbatchOption.class);

    Settings(List<Setting> fromScript, List<Setting> fromRequest) {
        this.fromScript = List.copyOf(fromScript);
        fromScript.forEach(setting -> winners.put(setting.option(), setting));
        for (Setting field : fromRequest) {
            for (SbatchOption rival : rivals(field.option())) {
                replace(rival, field);
            }
        }
        fromRequest.forEach(field -> winners.put(field.option(), field));
    }

    private void replace(SbatchOption option, Setting field) {
        Setting before = winners.get(option);
        if (before != null && before.place() != null) {
            winners.remove(option);
            replacedBy.put(option, field);
        }
    }

    private static Set<SbatchOption> rivals(SbatchOption option) {
        if (MEMORY.contains(option)) {
            return MEMORY;
        }
        return GPUS.contains(option) ? GPUS : Set.of(option);
    }

    Optional<Setting> get(SbatchOption option) {
        return Optional.ofNullable(winners.get(option));
    }

    boolean has(SbatchOption option) {
        return winners.containsKey(option);
    }

    List<Setting> winners() {
        return new ArrayList<>(winners.values());
    }

    List<Setting> fromScript() {
        return fromScript;
    }

    /** The setting that counts in place of this one; empty when it counts itself. */
    Optional<Setting> insteadOf(Setting setting) {
        Setting winner = winners.get(setting.option());
        if (winner == null) {
            return Optional.ofNullable(replacedBy.get(setting.option()));
        }
        return winner.equals(setting) ? Optional.empty() : Optional.of(winner);
    }

    /** The value of an option that is there and well formed; what is not has an error already. */
    <T> Optional<T> value(SbatchOption option, java.util.function.Function<String, Read<T>> grammar) {
        return get(option).flatMap(setting -> switch (grammar.apply(setting.text())) {
            case Read.Good<T>(T value) -> Optional.of(value);
            case Read.Bad<T> bad -> Optional.empty();
        });
    }
}
