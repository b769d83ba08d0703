package org.gatehouse.script;

import org.jspecify.annotations.Nullable;

/**
 * One thing to tell the author.
 *
 * @param code stable, in kebab case; pages and tests match it, never the message
 */
public record Finding(
        Severity severity,
        String code,
        Where where,
        String message,
        @Nullable String hint) {

    /** Where a finding belongs: a place in the script, an option, both, or (neither) the script as a whole. */
    public record Where(@Nullable Place place, @Nullable String option) {
        static final Where WHOLE = new Where(null, null);
    }

    public @Nullable Place place() {
        return where.place();
    }

    public @Nullable String option() {
        return where.option();
    }
}
