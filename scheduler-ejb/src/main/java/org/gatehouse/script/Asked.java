package org.gatehouse.script;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gatehouse.script.Finding.Where;

/** What the steps of understanding share: the settings that count, the pool, and where to say what is wrong. */
record Asked(Settings settings, PoolOffer offer, Findings findings) {

    /** Where to point for a quantity that several options make up: the first of them that is there. */
    Where whereOf(List<SbatchOption> options) {
        return options.stream()
                .flatMap(option -> settings.get(option).stream())
                .map(Setting::where)
                .findFirst()
                .orElse(new Where(null, options.getFirst().longName()));
    }

    /** An option that counts and that the pool honours; what it does not honour has been refused. */
    Optional<Setting> granted(SbatchOption option) {
        return settings.get(option)
                .filter(setting -> !(setting.bearing() instanceof PoolFeature feature) || offer.honours(feature));
    }

    /** Its value; what is wrong with it is said here, but for options of which every occurrence is checked. */
    <T> Optional<T> granted(SbatchOption option, Function<String, Read<T>> grammar) {
        return granted(option).flatMap(setting -> switch (grammar.apply(setting.text())) {
            case Read.Good<T>(T value) -> Optional.of(value);
            case Read.Bad<T>(String problem, String hint) -> {
                if (option.argument() == Argument.TEXT) {
                    findings.error("bad-value", setting, setting.named() + ": " + problem, hint);
                }
                yield Optional.empty();
            }
        });
    }

    void notYet(Where where, String what, String hint) {
        findings.error(
                "not-yet-on-this-pool", where, what + " not yet honoured on this pool (" + offer.name() + ")", hint);
    }
}
