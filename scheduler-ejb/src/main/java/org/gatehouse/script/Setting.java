package org.gatehouse.script;

import org.gatehouse.script.Finding.Where;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of an option.
 *
 * @param value null when the option stands alone
 * @param place null when it comes from the request's fields
 * @param spelled as written, {@code -G} or {@code --gpus}
 */
record Setting(
        SbatchOption option,
        @Nullable String value,
        @Nullable Place place,
        String spelled) {

    Where where() {
        return new Where(place, option.longName());
    }

    String text() {
        return value == null ? "" : value;
    }

    /** For messages: the option by its long name with its value. */
    String shown() {
        return value == null ? option.dashed() : option.dashed() + "=" + Words.shorten(value);
    }
}
