package org.gatehouse.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gatehouse.script.Finding.Where;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is found. Only the first {@value #MOST} are kept, so that a megabyte of nonsense has a short answer;
 * the count of errors stays exact.
 */
final class Findings {
    static final int MOST = 200;

    private final List<Finding> kept = new ArrayList<>();
    private int errors;
    private int dropped;

    void error(String code, Where where, String message, @Nullable String hint) {
        errors++;
        keep(new Finding(Severity.ERROR, code, where, message, hint));
    }

    void error(String code, Setting setting, String message, @Nullable String hint) {
        error(code, setting.where(), message, hint);
    }

    void warning(String code, Where where, String message, @Nullable String hint) {
        keep(new Finding(Severity.WARNING, code, where, message, hint));
    }

    void notice(String code, Where where, String message, @Nullable String hint) {
        keep(new Finding(Severity.NOTICE, code, where, message, hint));
    }

    /** True when another finding would not be listed: whoever makes costly hints stops making them. */
    boolean full() {
        return kept.size() >= MOST;
    }

    /** Whether something with this code is listed. */
    boolean has(String code) {
        return kept.stream().anyMatch(finding -> finding.code().equals(code));
    }

    int errors() {
        return errors;
    }

    boolean refused() {
        return errors > 0;
    }

    /** In the order of the script; what belongs to no place comes first. */
    List<Finding> list() {
        var all = new ArrayList<>(kept);
        all.sort(Comparator.comparing(Finding::place, Comparator.nullsFirst(Comparator.naturalOrder())));
        if (dropped > 0) {
            all.add(new Finding(
                    Severity.NOTICE,
                    "more-findings",
                    Where.WHOLE,
                    dropped + " more findings are not listed; the first " + MOST + " are",
                    null));
        }
        return List.copyOf(all);
    }

    private void keep(Finding finding) {
        if (full()) {
            dropped++;
        } else {
            kept.add(finding);
        }
    }
}
