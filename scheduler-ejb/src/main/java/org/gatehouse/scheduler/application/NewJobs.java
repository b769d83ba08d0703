package org.gatehouse.scheduler.application;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                        environment(request, submission),
                        Optional.ofNullable(request.streams().chdir())),
                Notices.encode(reading.verdict().findings()));
    }

    /** What sbatch sets because it was asked for, then what whoever submits hands on. */
    private static Map<String, String> environment(JobRequest request, Submission submission) {
        Map<String, String> environment = new LinkedHashMap<>();
        TOLD.forEach((option, variable) -> {
            String value = request.further().get(option);
            if (value != null) {
                environment.put(variable, value);
            }
        });
        environment.putAll(
                request.program().export().environment(submission.source().environment()));
        return environment;
    }

    private static final Map<String, String> TOLD = Map.of(
            "ntasks-per-node", "SLURM_NTASKS_PER_NODE",
            "gpus", "SLURM_GPUS",
            "gpus-per-node", "SLURM_GPUS_PER_NODE",
            "gpus-per-task", "SLURM_GPUS_PER_TASK",
            "cpus-per-gpu", "SLURM_CPUS_PER_GPU");

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
