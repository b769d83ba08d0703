package org.gatehouse.script;

/**
 * The name of a log file as written, with its percent signs. It stays unexpanded until the node is known.
 *
 * <p>A backslash anywhere switches all replacement off and is itself removed. A number between the percent sign and a
 * letter pads numbers with zeros, to ten digits at most. Letters that mean nothing stay as they are. One pass over the
 * text: linear in its length and that of the values.
 */
public record FileNamePattern(String text) {
    static final FileNamePattern DEFAULT = new FileNamePattern("slurm-%j.out");
    static final FileNamePattern DEFAULT_OF_ARRAY = new FileNamePattern("slurm-%A_%a.out");
    static final FileNamePattern DEV_NULL = new FileNamePattern("/dev/null");
    private static final int WIDEST = 10;

    public String expand(PatternValues values) {
        if (text.indexOf('\\') >= 0) {
            return text.replace("\\", "");
        }
        var out = new StringBuilder(text.length() + 32);
        int at = 0;
        while (at < text.length()) {
            int percent = text.indexOf('%', at);
            if (percent < 0) {
                return out.append(text, at, text.length()).toString();
            }
            out.append(text, at, percent);
            at = expandOne(percent, values, out);
        }
        return out.toString();
    }

    /** Expands what begins at the percent sign and returns where to go on. */
    private int expandOne(int percent, PatternValues values, StringBuilder out) {
        int letterAt = percent + 1;
        while (letterAt < text.length() && isDigit(text.charAt(letterAt))) {
            letterAt++;
        }
        if (letterAt == text.length()) {
            out.append(text, percent, letterAt);
            return letterAt;
        }
        int width = width(percent + 1, letterAt);
        char letter = text.charAt(letterAt);
        switch (letter) {
            case '%' -> out.append('%');
            case 'j', 'J' -> pad(values.ids().job(), width, out);
            case 'A' -> pad(values.ids().arrayMaster(), width, out);
            case 'a' -> pad(values.ids().arrayIndex(), width, out);
            case 'b' -> pad(values.ids().arrayIndex() % 10, width, out);
            case 'r' -> pad(values.restarts(), width, out);
            case 't', 'n' -> pad(0, width, out);
            case 's' -> out.append("batch");
            case 'N' -> out.append(values.node());
            case 'u' -> out.append(values.user());
            case 'x' -> out.append(values.jobName());
            default -> out.append(text, percent, letterAt + 1);
        }
        return letterAt + 1;
    }

    private int width(int from, int to) {
        int width = 0;
        for (int at = from; at < to && width < WIDEST; at++) {
            width = width * 10 + (text.charAt(at) - '0');
        }
        return Math.min(width, WIDEST);
    }

    private static void pad(long number, int width, StringBuilder out) {
        String digits = Long.toString(number);
        out.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
