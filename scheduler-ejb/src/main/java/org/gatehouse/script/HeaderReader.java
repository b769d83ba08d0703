package org.gatehouse.script;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gatehouse.script.Finding.Where;

/**
 * Finds the directives of a script: lines before the first command that begin with {@code #SBATCH} in column 1. Says of
 * lines that only look like it why they are none.
 */
final class HeaderReader {
    private static final String SBATCH = "#SBATCH";
    private static final String SLURM = "#SLURM";
    private static final int MOST_IGNORED = 500;

    private final ScriptText text;
    private final Findings findings;
    private final List<Word> words = new ArrayList<>();
    private final BitSet directives = new BitSet();
    private final List<ReadLine> ignored = new ArrayList<>();
    private boolean nextComponent;

    HeaderReader(ScriptText text, Findings findings) {
        this.text = text;
        this.findings = findings;
    }

    Header read() {
        int number = 1;
        while (number <= text.lineCount() && readLine(number, lineOf(number))) {
            number++;
        }
        var documents = Shell.is(text.line(1)) ? HereDocuments.lines(text, number) : new BitSet();
        sayLateDirectives(number, documents);
        return new Header(words, directives, ignored, number, documents);
    }

    /** A byte order mark is an error of its own; behind it the header is read as if it were not there. */
    private String lineOf(int number) {
        String line = text.line(number);
        return number == 1 && line.startsWith(ScriptText.BOM) ? line.substring(1) : line;
    }

    /** Reads a line; false for the first command. */
    private boolean readLine(int number, String line) {
        int start = Blanks.skip(line, 0);
        if (start < line.length() && line.charAt(start) != '#') {
            return false;
        }
        if (line.startsWith(SBATCH)) {
            directive(number, line, SBATCH.length());
        } else if (line.startsWith(SLURM)) {
            findings.warning(
                    "slurm-directive",
                    new Where(new Place(number, 1), null),
                    "#SLURM is read as #SBATCH, but sbatch complains about it",
                    "write #SBATCH");
            directive(number, line, SLURM.length());
        } else {
            whyIgnored(number, line).ifPresent(why -> ignore(number, line, why));
        }
        return true;
    }

    private void directive(int number, String line, int from) {
        if (nextComponent) {
            ignore(number, line, "it belongs to the next component of a heterogeneous job");
            return;
        }
        directives.set(number);
        int errors = findings.errors();
        var found = new WordSplitter(number, line, findings).split(from);
        if (found.isEmpty() && findings.errors() == errors) {
            ignore(number, line, "it is empty");
        }
        for (Word word : found) {
            if (word.text().equals("hetjob") || word.text().equals("packjob")) {
                nextComponent = true;
                findings.error(
                        "not-yet-on-this-pool",
                        new Where(word.place(), null),
                        "heterogeneous jobs (" + word.text() + ") are not yet honoured on this pool",
                        "submit the components as jobs of their own");
                return;
            }
            words.add(word);
        }
    }

    private Optional<String> whyIgnored(int number, String line) {
        int hash = Blanks.skip(line, 0);
        int at = hash;
        while (at < line.length() && (line.charAt(at) == '#' || Blanks.is(line.charAt(at)))) {
            at++;
        }
        String word = line.substring(at, Math.min(line.length(), at + 6));
        boolean blankOrHyphen =
                Blanks.skip(line, at + 6) < line.length() && line.charAt(Blanks.skip(line, at + 6)) == '-';
        if (word.toUpperCase(Locale.ROOT).equals("SBATCH") && blankOrHyphen) {
            return Optional.of(whyNoDirective(line.substring(hash, at), hash, word.equals("SBATCH")));
        }
        if (isMisspelt(line)) {
            warn("misspelt-directive", number, "this line is not read: it must begin with #SBATCH", "write #SBATCH");
            return Optional.of("it must begin with #SBATCH");
        }
        if (line.startsWith("#PBS ") || line.startsWith("#BSUB ")) {
            warnOfOthers(number);
            return Optional.of("it is a directive of another scheduler; current Slurm does not read it");
        }
        return Optional.empty();
    }

    /** A word such as {@code #SBATH} or {@code #SBACTH} in column 1, with an option behind it. */
    private static boolean isMisspelt(String line) {
        int end = 0;
        while (end < line.length() && end <= SBATCH.length() + 2 && !Blanks.is(line.charAt(end))) {
            end++;
        }
        int option = Blanks.skip(line, end);
        return option > end
                && option < line.length()
                && line.charAt(option) == '-'
                && Nearest.distance(line.substring(0, end).toUpperCase(Locale.ROOT), SBATCH, 3) < 3;
    }

    private void warnOfOthers(int number) {
        if (!findings.has("other-scheduler")) {
            warn(
                    "other-scheduler",
                    number,
                    "directives of other schedulers are not read",
                    "write them as #SBATCH lines");
        }
    }

    private void warn(String code, int number, String message, String hint) {
        findings.warning(code, new Where(new Place(number, 1), null), message, hint);
    }

    private static String whyNoDirective(String marks, int indent, boolean capitals) {
        if (marks.startsWith("##")) {
            return "a second # makes it a comment";
        }
        if (marks.length() > 1) {
            return "a blank between # and SBATCH makes it a comment";
        }
        if (!capitals) {
            return "it must be written #SBATCH, all in capitals";
        }
        return "#SBATCH must start in column 1; it starts in column " + (indent + 1);
    }

    private void sayLateDirectives(int firstCommand, BitSet documents) {
        int late = 0;
        for (int number = firstCommand + 1; number <= text.lineCount(); number++) {
            if (documents.get(number) || !text.startsWith(number, SBATCH)) {
                continue;
            }
            if (late++ == 0) {
                findings.warning(
                        "directive-after-command",
                        new Where(new Place(number, 1), null),
                        "#SBATCH lines after the first command (line " + firstCommand + ") are not read",
                        "move it above line " + firstCommand);
            }
            ignore(number, text.line(number), "it stands after the first command (line " + firstCommand + ")");
        }
    }

    private void ignore(int number, String line, String why) {
        if (ignored.size() < MOST_IGNORED) {
            ignored.add(new ReadLine(new Place(number, 1), line, LineOutcome.IGNORED, null, why));
        }
    }
}
