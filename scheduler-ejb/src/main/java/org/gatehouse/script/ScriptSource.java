package org.gatehouse.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person hands in.
 *
 * @param fileName as uploaded, or the title typed in the form; names the job when nothing else does
 * @param args words behind the script on a command line
 * @param overrides long option name (without hyphens in front) to value, from the request's fields; they win over the
 *     script. An option that takes no value has the value "" or "true"; "false" leaves it out
 */
public record ScriptSource(
        ScriptBytes bytes, @Nullable String fileName, List<String> args, Map<String, String> overrides) {

    public ScriptSource {
        args = List.copyOf(args);
        overrides = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    }

    public static ScriptSource of(byte[] bytes, @Nullable String fileName) {
        return new ScriptSource(ScriptBytes.of(bytes), fileName, List.of(), Map.of());
    }

    public ScriptSource withOverrides(Map<String, String> changed) {
        return new ScriptSource(bytes, fileName, args, changed);
    }

    public ScriptSource withArgs(List<String> changed) {
        return new ScriptSource(bytes, fileName, changed, overrides);
    }

    /** How messages call it. */
    String called() {
        return fileName == null || fileName.isBlank() ? "the script" : fileName;
    }
}
