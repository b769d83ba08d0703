package org.gatehouse.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts together what each directive line gave. Only the first {@value #MOST} entries are kept. */
final class LineReport {
    private static final int MOST = 1000;

    private final ScriptText script;
    private final Header header;
    private final Asked asked;
    private final Map<Place, Finding> errors = new HashMap<>();

    LineReport(ScriptText script, Header header, Asked asked) {
        this.script = script;
        this.header = header;
        this.asked = asked;
        for (Finding finding : asked.findings().list()) {
            Place place = finding.place();
            if (place != null && finding.severity() == Severity.ERROR) {
                errors.putIfAbsent(place, finding);
            }
        }
    }

    List<ReadLine> lines() {
        var lines = new ArrayList<>(header.ignored());
        Set<Place> told = new HashSet<>();
        for (Setting setting : asked.settings().fromScript()) {
            Place place = setting.place();
            if (place != null && lines.size() < MOST) {
                told.add(place);
                lines.add(line(setting, place));
            }
        }
        errors.forEach((place, error) -> {
            if (header.directives().get(place.line()) && !told.contains(place)) {
                lines.add(new ReadLine(
                        place, script.line(place.line()), LineOutcome.ERROR, error.option(), error.message()));
            }
        });
        lines.sort(Comparator.comparing(ReadLine::place));
        return lines;
    }

    private ReadLine line(Setting setting, Place place) {
        String text = script.line(place.line());
        String option = setting.option().longName();
        var now = asked.offer().now();
        Finding error = errors.get(place);
        if (error != null) {
            return new ReadLine(place, text, LineOutcome.ERROR, option, error.message());
        }
        var instead = asked.settings().insteadOf(setting);
        if (instead.isPresent()) {
            return new ReadLine(place, text, LineOutcome.IGNORED, option, replaced(instead.get()));
        }
        if (setting.bearing() == Bearing.Fixed.NO_EFFECT) {
            return new ReadLine(
                    place,
                    text,
                    LineOutcome.NO_EFFECT,
                    option,
                    Explained.of(setting, now) + "; " + why(setting.option()) + "no effect on the job here");
        }
        return new ReadLine(place, text, LineOutcome.APPLIED, option, Explained.of(setting, now));
    }

    private static String replaced(Setting winner) {
        Place place = winner.place();
        if (place != null) {
            return "line " + place.line() + " says " + winner.shown() + "; the last one wins";
        }
        return winner.layer() == Layer.REQUEST
                ? "the request says " + winner.shown() + ", which wins"
                : "the environment says " + winner.shown() + ", which wins";
    }

    /** Why an option that would bear on the job elsewhere bears on nothing here. */
    private static String why(SbatchOption option) {
        return switch (option) {
            case DISTRIBUTION, GPU_BIND, GRES_FLAGS, HINT, MEM_BIND, TRES_BIND ->
                "nothing is bound to cores, sockets or single GPUs, so ";
            case USE_MIN_NODES -> "a job gets the fewest nodes anyway, so ";
            default -> "";
        };
    }
}
