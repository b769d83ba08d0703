package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatehouse.script.JobRequest.Streams;

/** Finds log files, the folder and the environment. */
final class StreamsReader {
    private final Asked asked;

    StreamsReader(Asked asked) {
        this.asked = asked;
    }

    Streams streams() {
        var stdout = pattern(SbatchOption.OUTPUT, FileNamePattern.DEFAULT);
        var stderr = pattern(SbatchOption.ERROR, stdout);
        var mode = asked.settings()
                .value(SbatchOption.OPEN_MODE, ValueCheck::readOpenMode)
                .orElse(OpenMode.TRUNCATE);
        var chdir = asked.settings().get(SbatchOption.CHDIR).orElse(null);
        if (chdir != null && chdir.text().isEmpty()) {
            sayEmpty(chdir);
        }
        return new Streams(stdout, stderr, mode, chdir == null ? null : chdir.text());
    }

    private FileNamePattern pattern(SbatchOption option, FileNamePattern otherwise) {
        Setting setting = asked.settings().get(option).orElse(null);
        if (setting == null) {
            return otherwise;
        }
        if (setting.text().isEmpty()) {
            sayEmpty(setting);
        }
        return setting.text().equalsIgnoreCase("none") ? FileNamePattern.DEV_NULL : new FileNamePattern(setting.text());
    }

    private void sayEmpty(Setting setting) {
        asked.findings()
                .error(
                        "bad-value",
                        setting,
                        setting.option().dashed() + " has an empty value",
                        "write a path, or remove the option");
    }

    ExportMode export() {
        String text =
                asked.settings().get(SbatchOption.EXPORT).map(Setting::text).orElse("ALL");
        if (text.equalsIgnoreCase("ALL")) {
            return new ExportMode.All();
        }
        if (text.equalsIgnoreCase("NONE") || text.equalsIgnoreCase("NIL") || text.isEmpty()) {
            return new ExportMode.None();
        }
        return listed(text);
    }

    private ExportMode listed(String text) {
        boolean andAll = false;
        List<String> names = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (String item : text.split(",", -1)) {
            if (item.isEmpty()) {
                continue;
            }
            int equals = item.indexOf('=');
            String name = equals < 0 ? item : item.substring(0, equals);
            if (equals < 0 && name.equalsIgnoreCase("ALL")) {
                andAll = true;
            } else if (!isName(name)) {
                sayNoName(name);
            } else if (equals < 0) {
                names.add(name);
            } else {
                values.put(name, item.substring(equals + 1));
            }
        }
        return new ExportMode.Listed(andAll, names, values);
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c == '_' || (c < 128 && Character.isLetterOrDigit(c)))
                && !Character.isDigit(name.charAt(0));
    }

    private void sayNoName(String name) {
        asked.findings()
                .error(
                        "bad-value",
                        asked.whereOf(List.of(SbatchOption.EXPORT)),
                        "--export: \"" + Words.shorten(name) + "\" is no name of a variable",
                        "write ALL, NONE or a list such as A,B=3");
    }
}
