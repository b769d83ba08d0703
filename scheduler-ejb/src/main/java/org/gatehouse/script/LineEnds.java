package org.gatehouse.script;

/**
 * How the lines of a script end, counted in one pass.
 *
 * <p>A lone CR is a line end only in a script that has no bare LF (old Mac). Where lines end in LF, a CR inside a line
 * is a character that the author wrote, a progress bar's for instance, and stays.
 *
 * @param windows CR LF pairs
 * @param cr carriage returns without LF
 * @param lf line feeds without CR
 */
record LineEnds(int windows, int cr, int lf) {

    static LineEnds of(ScriptBytes bytes) {
        int windows = 0;
        int cr = 0;
        int lf = 0;
        for (int at = 0; at < bytes.size(); at++) {
            if (bytes.at(at) == '\r') {
                boolean pair = at + 1 < bytes.size() && bytes.at(at + 1) == '\n';
                windows += pair ? 1 : 0;
                cr += pair ? 0 : 1;
                at += pair ? 1 : 0;
            } else if (bytes.at(at) == '\n') {
                lf++;
            }
        }
        return new LineEnds(windows, cr, lf);
    }

    boolean crEndsLines() {
        return cr > 0 && lf == 0;
    }

    /** The same script with Unix line ends. */
    ScriptBytes clean(ScriptBytes bytes) {
        if (windows == 0 && !crEndsLines()) {
            return bytes;
        }
        var clean = new byte[bytes.size() - windows];
        int to = 0;
        for (int at = 0; at < bytes.size(); at++) {
            boolean isCr = bytes.at(at) == '\r';
            boolean pair = isCr && at + 1 < bytes.size() && bytes.at(at + 1) == '\n';
            if (!pair) {
                clean[to++] = isCr && crEndsLines() ? (byte) '\n' : bytes.at(at);
            }
        }
        return ScriptBytes.of(clean);
    }
}
