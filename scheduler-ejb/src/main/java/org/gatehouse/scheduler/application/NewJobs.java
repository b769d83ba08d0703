package org.gatehouse.scheduler.application;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.application.Submissions.Reading;
import org.gatehouse.scheduler.application.Submissions.Submission;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.JobKind;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.persistence.Notices;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.Memory;
import org.gatehouse.script.OpenMode;

/** Turns what a script asks for into a job. */
final class NewJobs {

    private NewJobs() {}

    static NewJob of(JobRequest request, Submission submission, Reading reading) {
        return new NewJob(
                JobKind.BATCH,
                request.label().name(),
                new TeamPath(request.label().team()),
                reading.pool().pool().name(),
                request.label().partition(),
                asked(request),
                request.timing(),
                request.array(),
                new NewJob.Program(
                        submission.source().bytes().toArray(),
                        request.program().script().toArray(),
                        request.program().args(),
                        request.program()
                                .export()
                                .environment(submission.source().environment()),
                        Optional.ofNullable(request.streams().chdir())),
                Notices.encode(reading.verdict().findings()));
    }

    private static Asked asked(JobRequest request) {
        JobRequest.Streams streams = request.streams();
        String stdout = streams.stdout().text();
        String stderr = streams.stderr().text();
        return new Asked(
                request.resources().parts().stream().map(NewJobs::part).toList(),
                request.resources().cpusPerTask(),
                request.label().timeLimit().limit(),
                request.placing(),
                request.ending(),
                new Asked.Logs(
                        stdout,
                        stderr.equals(stdout) ? Optional.empty() : Optional.of(stderr),
                        streams.openMode() == OpenMode.APPEND));
    }

    private static Part part(JobRequest.Part part) {
        OptionalLong memory = switch (part.memory()) {
            case Memory.Mebibytes(long mib) -> OptionalLong.of(mib);
            case Memory.WholeNode _ -> OptionalLong.empty();
        };
        List<GpuAsk> gpus = part.gpus().stream()
                .map(g -> new GpuAsk(Optional.ofNullable(g.type()), g.count()))
                .toList();
        return new Part(part.nodes(), part.tasks(), new Shape(part.cpus(), memory, gpus));
    }
}
