package org.gatehouse.script;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a script was read: what a page draws and what the scheduler takes its request from.
 *
 * @param requestOrNull present exactly when the script is accepted
 * @param summary one sentence
 * @param lines in the order of the script
 * @param findings all of them, not only the first; without an error among them the script is accepted
 * @param slurmWouldRefuse why sbatch would refuse what is accepted here; null when it would not
 */
public record Verdict(
        @Nullable JobRequest requestOrNull,
        String summary,
        List<ReadLine> lines,
        List<Finding> findings,
        @Nullable String slurmWouldRefuse) {

    public Verdict {
        lines = List.copyOf(lines);
        findings = List.copyOf(findings);
    }

    public boolean accepted() {
        return requestOrNull != null;
    }

    public Optional<JobRequest> request() {
        return Optional.ofNullable(requestOrNull);
    }

    /** Where the script gives an option its value that counts; empty when the script does not, or another layer wins. */
    public Optional<Place> placeOf(String longOption) {
        return lines.stream()
                .filter(line -> line.outcome() != LineOutcome.IGNORED && longOption.equals(line.option()))
                .map(ReadLine::place)
                .reduce((before, last) -> last);
    }

    public List<Finding> errors() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .toList();
    }
}
