package org.gatehouse.script;

import java.util.Arrays;
import java.util.Set;

/** Whether a script is one of a shell, whose words can be looked at. */
final class Shell {
    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "zsh", "ksh", "ksh93", "mksh", "dash", "ash", "csh", "tcsh", "rbash", "fish");

    private Shell() {}

    /** @param first line 1 of the script */
    static boolean is(String first) {
        if (!first.startsWith("#!")) {
            return true;
        }
        String line = first.substring(2, Math.min(first.length(), ReadLine.LONGEST_TEXT));
        var words = Arrays.asList(line.strip().split("\\s+", -1));
        String program = BodyAdvice.baseName(words.getFirst());
        if (program.equals("env")) {
            program = words.stream()
                    .skip(1)
                    .filter(word -> !word.startsWith("-") && word.indexOf('=') < 0)
                    .map(BodyAdvice::baseName)
                    .findFirst()
                    .orElse("");
        }
        return SHELLS.contains(program);
    }
}
