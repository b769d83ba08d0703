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
 *     script and over the environment. An option that takes no value has the value "" or "true"; "false" leaves it out
 * @param environment the variables of whoever submits, as sbatch would find them: {@code SBATCH_*} win over the script, and
 *     {@code --export} takes from them; empty from a browser
 */
public record ScriptSource(
        ScriptBytes bytes,
        @Nullable String fileName,
        List<String> args,
        Map<String, String> overrides,
        Map<String, String> environment) {

    public ScriptSource {
        args = List.copyOf(args);
        overrides = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
        environment = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    public static ScriptSource of(byte[] bytes, @Nullable String fileName) {
        return new ScriptSource(ScriptBytes.of(bytes), fileName, List.of(), Map.of(), Map.of());
    }

    public ScriptSource withOverrides(Map<String, String> changed) {
        return new ScriptSource(bytes, fileName, args, changed, environment);
    }

    public ScriptSource withArgs(List<String> changed) {
        return new ScriptSource(bytes, fileName, changed, overrides, environment);
    }

    public ScriptSource withEnvironment(Map<String, String> changed) {
        return new ScriptSource(bytes, fileName, args, overrides, changed);
    }

    /** How messages call it. */
    String called() {
        return fileName == null || fileName.isBlank() ? "the script" : fileName;
    }
}
