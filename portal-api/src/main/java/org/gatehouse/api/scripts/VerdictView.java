package org.gatehouse.api.scripts;

import java.util.List;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.scheduler.application.Submissions.Reading;
import org.gatehouse.script.Finding;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.Memory;
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

    /** What is asked; of a reading and of a job. */
    public record RequestView(
            String name,
            String team,
            String partition,
            long timeLimitSeconds,
            int nodes,
            int tasks,
            int cpus,
            @Nullable Long memoryMiB,
            List<GpuView> gpus,
            String stdout,
            String stderr) {}

    public record GpuView(@Nullable String type, int count) {}

    public static VerdictView of(Reading reading) {
        Verdict verdict = reading.verdict();
        PoolInfo pool = reading.pool().pool();
        return new VerdictView(
                verdict.accepted(),
                pool.name(),
                pool.simulated(),
                verdict.accepted() ? verdict.summary() : null,
                verdict.slurmWouldRefuse(),
                verdict.request().map(VerdictView::request).orElse(null),
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

    private static RequestView request(JobRequest request) {
        JobRequest.Resources resources = request.resources();
        return new RequestView(
                request.label().name(),
                request.label().team(),
                request.label().partition(),
                request.label().timeLimit().limit().toSeconds(),
                resources.nodes(),
                resources.tasks(),
                resources.totalCpus(),
                resources.memory() instanceof Memory.Mebibytes(long mib) ? (Long) mib : null,
                resources.gpus().stream()
                        .map(g -> new GpuView(g.type(), g.count()))
                        .toList(),
                request.streams().stdout().text(),
                request.streams().stderr().text());
    }
}
