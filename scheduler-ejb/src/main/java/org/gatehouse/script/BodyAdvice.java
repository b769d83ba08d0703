package org.gatehouse.script;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.gatehouse.script.Finding.Where;

/**
 * Looks at the commands behind the header: warns of programs that clusters have and a pool may lack, and finds a name for
 * a job that has none. It looks at words where a command may begin and understands no shell, so it only ever warns.
 */
final class BodyAdvice {
    private static final Map<String, PoolFeature> NEEDS = Map.of(
            "srun", PoolFeature.SRUN,
            "mpirun", PoolFeature.MPI,
            "mpiexec", PoolFeature.MPI,
            "module", PoolFeature.MODULES,
            "ml", PoolFeature.MODULES);
    private static final Set<String> LEADS =
            Set.of("exec", "time", "then", "do", "else", "if", "while", "!", "{", "nohup", "command", "env");
    private static final Set<String> NO_NAMES =
            Set.of("cd", "export", "set", "source", ".", "module", "ml", "echo", "mkdir", "ulimit", "unset", "trap");
    private static final Pattern WORD_ENDS = Pattern.compile("[\\s;&|()`\"']+");
    private static final Pattern SCRIPT_FILE = Pattern.compile("[\\w./-]+\\.(?:py|sh|R|jl|pl|m)");
    private static final String SEPARATORS = ";&|()`";

    private final ScriptText text;
    private final Asked asked;
    private final Set<String> said = new HashSet<>();

    BodyAdvice(ScriptText text, Asked asked) {
        this.text = text;
        this.asked = asked;
    }

    void warn(int firstCommand) {
        for (int number = firstCommand; number <= text.lineCount() && said.size() < NEEDS.size(); number++) {
            warnLine(number, text.line(number));
        }
    }

    private void warnLine(int number, String line) {
        boolean atCommand = true;
        int at = Blanks.skip(line, 0);
        while (at < line.length() && line.charAt(at) != '#') {
            if (SEPARATORS.indexOf(line.charAt(at)) >= 0) {
                atCommand = true;
                at = Blanks.skip(line, at + 1);
                continue;
            }
            int end = endOfWord(line, at);
            if (atCommand) {
                String word = line.substring(at, Math.min(end, at + 40));
                warnWord(word, new Place(number, at + 1));
                atCommand = LEADS.contains(word) || isAssignment(word) || word.endsWith("$");
            }
            at = Blanks.skip(line, end);
        }
    }

    private void warnWord(String word, Place place) {
        PoolFeature feature = NEEDS.get(word);
        if (feature != null && !asked.offer().honours(feature) && said.add(word)) {
            asked.findings()
                    .warning(
                            "command-not-on-this-pool",
                            new Where(place, null),
                            "the script calls " + word + "; the pool "
                                    + asked.offer().name() + " has none",
                            word.equals("srun") || word.startsWith("mpi")
                                    ? "start the program without it, or put its folder in PATH"
                                    : "load what you need by PATH or an environment of your own");
        }
    }

    private static int endOfWord(String line, int from) {
        int at = from;
        while (at < line.length() && !Blanks.is(line.charAt(at)) && SEPARATORS.indexOf(line.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static boolean isAssignment(String word) {
        int equals = word.indexOf('=');
        return equals > 0 && word.substring(0, equals).chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    }

    /** The program of the first command that does something: {@code train.py} of {@code python train.py}. */
    Optional<String> firstProgram(int firstCommand) {
        for (int number = firstCommand; number <= text.lineCount(); number++) {
            String line = text.line(number).strip();
            if (line.isEmpty() || line.startsWith("#") || line.length() > ReadLine.LONGEST_TEXT) {
                continue;
            }
            String[] words = WORD_ENDS.split(line, -1);
            if (words.length > 0 && !words[0].isEmpty() && !NO_NAMES.contains(words[0]) && !isAssignment(words[0])) {
                return Optional.of(programOf(words));
            }
        }
        return Optional.empty();
    }

    private static String programOf(String[] words) {
        for (String word : words) {
            if (SCRIPT_FILE.matcher(word).matches()) {
                return baseName(word);
            }
        }
        return baseName(words[0]);
    }

    static String baseName(String path) {
        String bare = path.replace('\\', '/');
        while (bare.endsWith("/")) {
            bare = bare.substring(0, bare.length() - 1);
        }
        return bare.substring(bare.lastIndexOf('/') + 1);
    }
}
