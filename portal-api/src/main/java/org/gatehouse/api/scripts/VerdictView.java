package org.gatehouse.api.scripts;

import java.util.List;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.scheduler.application.Submissions.Reading;
import org.gatehouse.script.Finding;
import org.gatehouse.script.Place;
import org.gatehouse.script.ReadLine;
import org.gatehouse.script.Verdict;
import org.jspecify.annotations.Nullable;

/** A reading as it is sent. */
public record VerdictView(
        boolean accepted,
        String pool,
        boolean simulated,
        @Nullable String summary,
        @Nullable String slurmWouldRefuse,
        @Nullable RequestView request,
        List<LineView> lines,
        List<FindingView> findings) {

    public record LineView(
            int line, int column, String text, @Nullable String option, String outcome, String explanation) {}

    public record FindingView(
            String severity,
            String code,
            @Nullable Integer line,
            @Nullable Integer column,
            @Nullable String option,
            String message,
            @Nullable String hint) {}

    public static VerdictView of(Reading reading) {
        Verdict verdict = reading.verdict();
        PoolInfo pool = reading.pool().pool();
        return new VerdictView(
                verdict.accepted(),
                pool.name(),
                pool.simulated(),
                verdict.accepted() ? verdict.summary() : null,
                verdict.slurmWouldRefuse(),
                verdict.request().map(RequestView::of).orElse(null),
                verdict.lines().stream().map(VerdictView::line).toList(),
                verdict.findings().stream().map(VerdictView::finding).toList());
    }

    private static LineView line(ReadLine line) {
        return new LineView(
                line.place().line(),
                line.place().column(),
                line.text(),
                line.option(),
                line.outcome().name(),
                line.says());
    }

    public static FindingView finding(Finding finding) {
        Place place = finding.place();
        return new FindingView(
                finding.severity().name(),
                finding.code(),
                place == null ? null : (Integer) place.line(),
                place == null ? null : (Integer) place.column(),
                finding.option(),
                finding.message(),
                finding.hint());
    }
}
