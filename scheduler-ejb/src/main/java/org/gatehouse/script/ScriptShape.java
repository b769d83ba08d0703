package org.gatehouse.script;

import org.gatehouse.script.Finding.Where;
import org.jspecify.annotations.Nullable;

/** What must hold of a script as a whole before its directives count: size, line 1, no NUL, line ends. */
final class ScriptShape {
    private final String called;
    private final ScriptText text;
    private final Findings findings;

    ScriptShape(String called, ScriptText text, Findings findings) {
        this.called = called;
        this.text = text;
        this.findings = findings;
    }

    static boolean tooLarge(ScriptSource source, Findings findings) {
        if (source.bytes().size() <= ScriptText.LIMIT) {
            return false;
        }
        findings.error(
                "script-too-large",
                Where.WHOLE,
                source.called() + " has " + source.bytes().size() + " bytes; the limit is 1 MB (" + ScriptText.LIMIT
                        + " bytes)",
                "keep data in files and only the commands in the script");
        return true;
    }

    /** Says what is wrong; false when there is nothing further to read. */
    boolean check() {
        if (text.clean().size() == 0) {
            findings.error("empty-script", Where.WHOLE, called + " is empty", "write #!/bin/bash in line 1");
            return false;
        }
        if (text.isBlank()) {
            findings.error("empty-script", Where.WHOLE, called + " holds only blanks", "write #!/bin/bash in line 1");
            return false;
        }
        Place nul = text.firstNul();
        if (nul != null) {
            findings.error(
                    "nul-byte",
                    new Where(nul, null),
                    called + " holds a NUL byte, so it is no text",
                    "save it as UTF-8 text (not UTF-16), without binary data");
        }
        checkFirstLine(text.line(1));
        sayLineEnds();
        return true;
    }

    String interpreter() {
        String first = text.line(1);
        return first.startsWith("#!") ? first.substring(2).strip() : "";
    }

    /** Why sbatch would refuse (or not run) what is read here without complaint. */
    @Nullable
    String slurmWouldRefuse() {
        if (text.ends().windows() > 0) {
            return "Slurm refuses a script with Windows line ends (CR LF)";
        }
        return text.ends().crEndsLines()
                ? "Slurm takes a script whose lines end in CR for one long comment and runs nothing"
                : null;
    }

    private void checkFirstLine(String first) {
        var where = new Where(new Place(1, 1), null);
        if (!first.startsWith("#!")) {
            findings.error(
                    "no-interpreter",
                    where,
                    "line 1 must start with #!; it " + startOf(first),
                    "make #!/bin/bash (or another interpreter) the very first characters");
        } else if (interpreter().isEmpty()) {
            findings.error(
                    "no-interpreter", where, "line 1 names no interpreter behind #!", "write #!/bin/bash in line 1");
        }
    }

    private static String startOf(String first) {
        int blanks = Blanks.skip(first, 0);
        if (first.isEmpty()) {
            return "is empty";
        }
        if (first.startsWith(ScriptText.BOM)) {
            return "starts with a byte order mark (BOM)";
        }
        if (blanks == first.length()) {
            return "holds only blanks";
        }
        return blanks > 0
                ? "starts with " + Words.count(blanks, "blank")
                : "starts with \"" + Words.shorten(firstWord(first)) + "\"";
    }

    private static String firstWord(String line) {
        int at = 0;
        while (at < line.length() && !Blanks.is(line.charAt(at))) {
            at++;
        }
        return line.substring(0, at);
    }

    private void sayLineEnds() {
        if (text.ends().windows() > 0) {
            findings.notice(
                    "windows-line-ends",
                    Where.WHOLE,
                    called + " has Windows line ends (CR LF); what runs has Unix line ends, your file stays as it is",
                    "dos2unix makes the file fit for Slurm too");
        } else if (text.ends().crEndsLines()) {
            findings.notice(
                    "mac-line-ends",
                    Where.WHOLE,
                    called + " has old Mac line ends (CR); what runs has Unix line ends, your file stays as it is",
                    "mac2unix makes the file fit for Slurm too");
        }
    }
}
