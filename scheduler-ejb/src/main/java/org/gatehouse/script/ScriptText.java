package org.gatehouse.script;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A script as lines: line ends made clean, each line decoded only when looked at. Lines count from 1. */
final class ScriptText {
    static final int LIMIT = 1_048_576;
    static final String BOM = "\uFEFF";

    private final ScriptBytes clean;
    private final LineEnds ends;
    private final int[] starts;

    private ScriptText(ScriptBytes clean, LineEnds ends, int[] starts) {
        this.clean = clean;
        this.ends = ends;
        this.starts = starts;
    }

    static ScriptText of(ScriptBytes original) {
        var ends = LineEnds.of(original);
        var clean = ends.clean(original);
        return new ScriptText(clean, ends, lineStarts(clean));
    }

    private static int[] lineStarts(ScriptBytes bytes) {
        var starts = new int[16];
        int count = 0;
        for (int at = 0; at < bytes.size(); at++) {
            if (at == 0 || bytes.at(at - 1) == '\n') {
                starts = count == starts.length ? Arrays.copyOf(starts, count * 2) : starts;
                starts[count++] = at;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    int lineCount() {
        return starts.length;
    }

    /** A line without its end. */
    String line(int number) {
        int from = starts[number - 1];
        int to = number == starts.length ? clean.size() : starts[number] - 1;
        if (to > from && clean.at(to - 1) == '\n') {
            to--;
        }
        return clean.text(from, to);
    }

    /** Whether a line begins with an ASCII text; the line is not decoded for it. */
    boolean startsWith(int number, String ascii) {
        int from = starts[number - 1];
        if (from + ascii.length() > clean.size()) {
            return false;
        }
        for (int at = 0; at < ascii.length(); at++) {
            if (clean.at(from + at) != ascii.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    ScriptBytes clean() {
        return clean;
    }

    LineEnds ends() {
        return ends;
    }

    boolean isBlank() {
        for (int at = 0; at < clean.size(); at++) {
            if (!Blanks.is(clean.at(at))) {
                return false;
            }
        }
        return true;
    }

    /** Where the first NUL stands. */
    @Nullable
    Place firstNul() {
        for (int number = 1; number <= lineCount(); number++) {
            int end = number == starts.length ? clean.size() : starts[number];
            for (int at = starts[number - 1]; at < end; at++) {
                if (clean.at(at) == 0) {
                    return new Place(number, clean.text(starts[number - 1], at).length() + 1);
                }
            }
        }
        return null;
    }
}
