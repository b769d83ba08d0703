package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code --export}: ALL, NONE (or NIL), or a list of names and of {@code NAME=value}. Quotes inside the list keep
 * commas in a value and are taken off when they surround it, as sbatch does.
 */
final class ExportReader {
    private final Asked asked;
    private final List<String> names = new ArrayList<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private boolean andAll;

    ExportReader(Asked asked) {
        this.asked = asked;
    }

    ExportMode read() {
        Setting setting = asked.settings().get(SbatchOption.EXPORT).orElse(null);
        String text = setting == null ? "ALL" : setting.text();
        if (text.equalsIgnoreCase("ALL")) {
            return new ExportMode.All();
        }
        if (text.equalsIgnoreCase("NONE") || text.equalsIgnoreCase("NIL") || text.isEmpty()) {
            return new ExportMode.None();
        }
        int from = 0;
        while (from <= text.length()) {
            int end = endOfItem(text, from);
            add(text.substring(from, end), setting);
            from = end + 1;
        }
        return new ExportMode.Listed(andAll, names, values);
    }

    /** The next comma outside of quotes; a quote that is never closed ends with the text. */
    private static int endOfItem(String text, int from) {
        char quote = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote == 0 && c == ',') {
                return at;
            }
            if (c == '"' || c == '\'') {
                quote = quote == 0 ? c : quote == c ? 0 : quote;
            }
        }
        return text.length();
    }

    private void add(String item, @Nullable Setting setting) {
        int equals = item.indexOf('=');
        String name = equals < 0 ? item : item.substring(0, equals);
        if (item.isEmpty()) {
            return;
        }
        if (equals < 0 && name.equalsIgnoreCase("ALL")) {
            andAll = true;
        } else if (!isName(name)) {
            sayNoName(name, setting);
        } else if (equals < 0) {
            names.add(name);
        } else {
            values.put(name, unquoted(item.substring(equals + 1)));
        }
    }

    private static String unquoted(String value) {
        int last = value.length() - 1;
        boolean quoted = last > 0
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(0) == value.charAt(last);
        return quoted ? value.substring(1, last) : value;
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c == '_' || (c < 128 && Character.isLetterOrDigit(c)))
                && !Character.isDigit(name.charAt(0));
    }

    private void sayNoName(String name, @Nullable Setting setting) {
        boolean none = name.equalsIgnoreCase("NONE");
        String option = setting == null ? "--export" : setting.named();
        asked.findings()
                .error(
                        "bad-value",
                        asked.whereOf(List.of(SbatchOption.EXPORT)),
                        option + ": \"" + Words.shorten(name) + "\" is no name of a variable",
                        none ? "write NONE alone" : "write ALL, NONE or a list such as A,B=3");
    }
}
