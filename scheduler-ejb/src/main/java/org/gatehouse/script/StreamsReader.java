package org.gatehouse.script;

import org.gatehouse.script.JobRequest.Streams;

/** Finds log files, the folder and the environment. */
final class StreamsReader {
    private final Asked asked;

    StreamsReader(Asked asked) {
        this.asked = asked;
    }

    Streams streams() {
        var stdout = pattern(
                SbatchOption.OUTPUT,
                asked.settings().has(SbatchOption.ARRAY) ? FileNamePattern.DEFAULT_OF_ARRAY : FileNamePattern.DEFAULT);
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
}
