package org.gatehouse.script;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.gatehouse.script.Finding.Where;

/**
 * Looks at the commands behind the header: warns of programs that clusters have and a pool may lack, and finds a name for
 * a job that has none. It looks at words where a command may begin and understands no shell, so it only ever warns.
 */
final class BodyAdvice {
    /** Of so many commands one is warned of, each once. */
    private static final int MOST = 13;

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

    void warn(Header header) {
        if (!Shell.is(text.line(1))) {
            return;
        }
        for (int number = header.firstCommand(); number <= text.lineCount() && said.size() < MOST; number++) {
            if (!header.documents().get(number)) {
                warnLine(number, text.line(number));
            }
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
                if (line.startsWith("()", Blanks.skip(line, end))) {
                    defined(word);
                } else {
                    warnWord(word, behind(line, end), new Place(number, at + 1));
                }
                atCommand = LEADS.contains(word) || isAssignment(word) || word.endsWith("$");
            }
            at = Blanks.skip(line, end);
        }
    }

    /** A function of the script's own is called by that name from there on. */
    private void defined(String word) {
        if (Missing.of(word, "", asked.offer()).isPresent()) {
            said.add(word);
        }
    }

    /** The words behind a command, as far as its first sign that separates commands. */
    private static String behind(String line, int from) {
        int to = from;
        while (to < Math.min(line.length(), from + Missing.FAR) && SEPARATORS.indexOf(line.charAt(to)) < 0) {
            to++;
        }
        return line.substring(from, to);
    }

    private void warnWord(String word, String behind, Place place) {
        Missing.of(word, behind, asked.offer())
                .filter(missing -> !said.contains(word) && said.add(missing.name()))
                .ifPresent(missing -> asked.findings()
                        .warning(
                                "command-not-on-this-pool",
                                new Where(place, null),
                                "the script calls " + missing.name() + "; the pool "
                                        + asked.offer().name() + " has " + missing.what(),
                                missing.hint()));
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
