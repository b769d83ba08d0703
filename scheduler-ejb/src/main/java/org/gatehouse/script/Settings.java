package org.gatehouse.script;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All settings with which of them count. The last of an option wins; a variable wins over the script and a field of the
 * request over both. A memory or GPU setting of a later layer also replaces the other ways of asking for the same.
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

    /** Two names of one switch: the last of either wins, in one layer too. */
    private static final Set<SbatchOption> REQUEUE = Set.of(SbatchOption.REQUEUE, SbatchOption.NO_REQUEUE);

    private final List<Setting> fromScript;
    private final Map<SbatchOption, Setting> winners = new EnumMap<>(SbatchOption.class);
    private final Map<SbatchOption, Setting> replacedBy = new EnumMap<>(SbatchOption.class);

    Settings(List<Setting> fromScript, List<Setting> fromEnvironment, List<Setting> fromRequest) {
        this.fromScript = List.copyOf(fromScript);
        fromScript.forEach(this::put);
        fromEnvironment.forEach(this::put);
        fromRequest.forEach(this::put);
    }

    private void put(Setting setting) {
        for (SbatchOption rival : rivals(setting.option())) {
            Setting before = winners.get(rival);
            if (before != null && rival != setting.option() && losesTo(before, setting)) {
                winners.remove(rival);
                replacedBy.put(rival, setting);
            }
        }
        winners.put(setting.option(), setting);
        replacedBy.remove(setting.option());
    }

    private static boolean losesTo(Setting before, Setting setting) {
        return REQUEUE.contains(before.option()) || before.layer().compareTo(setting.layer()) < 0;
    }

    private static Set<SbatchOption> rivals(SbatchOption option) {
        if (MEMORY.contains(option)) {
            return MEMORY;
        }
        if (REQUEUE.contains(option)) {
            return REQUEUE;
        }
        return GPUS.contains(option) ? GPUS : Set.of();
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
    <T> Optional<T> value(SbatchOption option, Function<String, Read<T>> grammar) {
        return get(option).flatMap(setting -> switch (grammar.apply(setting.text())) {
            case Read.Good<T>(T value) -> Optional.of(value);
            case Read.Bad<T> bad -> Optional.empty();
        });
    }
}
