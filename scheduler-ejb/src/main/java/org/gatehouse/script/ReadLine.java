package org.gatehouse.script;

import org.jspecify.annotations.Nullable;

/**
 * What one option of a directive line gave; a line with three options has three of these.
 *
 * @param text the line as written, cut at {@value #LONGEST_TEXT} characters
 * @param option long name; absent where no option was recognised
 * @param says in plain words what it gave or why it counts for nothing
 */
public record ReadLine(
        Place place,
        String text,
        LineOutcome outcome,
        @Nullable String option,
        String says) {
    static final int LONGEST_TEXT = 300;

    public ReadLine {
        text = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }
}
