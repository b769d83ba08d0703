package org.gatehouse.script;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the lines of a shell script that are here-documents. It understands no quotes: a {@code <<} counts when a later line
 * is its word alone. Each line is looked at once more than it is read.
 */
final class HereDocuments {
    private static final Pattern START =
            Pattern.compile("(?<!<)<<(-?)[ \\t]{0,9}(?:\"(\\w{1,40})\"|'(\\w{1,40})'|\\\\?([A-Za-z_]\\w{0,39}))");
    private static final int LONGEST_END = 80;

    private final ScriptText text;
    private final BitSet lines = new BitSet();
    private final Map<String, Integer> lastOf = new HashMap<>();
    private final ArrayDeque<Word> waiting = new ArrayDeque<>();

    /** The word that ends a document; with tabs before it where it may be indented. */
    private record Word(String text, boolean indented) {
        boolean ends(String line) {
            return text.equals(indented ? bare(line) : line);
        }
    }

    private HereDocuments(ScriptText text) {
        this.text = text;
    }

    static BitSet lines(ScriptText text, int firstCommand) {
        var documents = new HereDocuments(text);
        documents.findEnds(firstCommand);
        for (int number = firstCommand; number <= text.lineCount(); number++) {
            documents.look(number, text.line(number));
        }
        return documents.lines;
    }

    private void findEnds(int firstCommand) {
        for (int number = firstCommand; number <= text.lineCount(); number++) {
            String line = text.line(number);
            if (!line.isEmpty() && line.length() <= LONGEST_END && line.indexOf(' ') < 0) {
                lastOf.put(bare(line), number);
            }
        }
    }

    private static String bare(String line) {
        int at = 0;
        while (at < line.length() && line.charAt(at) == '\t') {
            at++;
        }
        return line.substring(at);
    }

    private void look(int number, String line) {
        Word word = waiting.peek();
        if (word != null) {
            lines.set(number);
            if (word.ends(line) || lastOf.getOrDefault(word.text(), 0) <= number) {
                waiting.remove();
            }
            return;
        }
        if (line.indexOf("<<") < 0 || line.charAt(Blanks.skip(line, 0)) == '#') {
            return;
        }
        Matcher start = START.matcher(line);
        while (start.find()) {
            String end =
                    start.group(2) != null ? start.group(2) : start.group(3) != null ? start.group(3) : start.group(4);
            if (lastOf.getOrDefault(end, 0) > number) {
                waiting.add(new Word(end, !start.group(1).isEmpty()));
            }
        }
    }
}
