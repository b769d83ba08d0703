package org.gatehouse.script;

import java.util.List;
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

    void notYet(Where where, String what, String hint) {
        findings.error(
                "not-yet-on-this-pool", where, what + " not yet honoured on this pool (" + offer.name() + ")", hint);
    }
}
