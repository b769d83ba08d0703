package org.gatehouse.scheduler.application;

import java.util.Optional;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.scheduler.job.Asked;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.NewJob;
import org.gatehouse.script.FileNamePattern;
import org.gatehouse.script.IndexSet;
import org.gatehouse.script.PatternValues;

/** What a pool is told at a start. */
final class Orders {

    private Orders() {}

    /** @param array of a task, the array's job */
    static StartOrder order(Job job, Optional<Job> array, Attempt attempt, NewJob.Program program) {
        return new StartOrder(
                new AttemptId(attempt.id()),
                job(job, array, attempt),
                new StartOrder.Person(job.owner().personId(), job.owner().username()),
                attempt.held().stream()
                        .map(h -> new StartOrder.Share(
                                h.node(), h.tasks(), h.cpus(), h.memoryMiB(), h.gpuType(), h.gpuIndices()))
                        .toList(),
                program(job, program, values(job, attempt)),
                new StartOrder.Limits(
                        job.asked().timeLimit(),
                        job.asked()
                                .ending()
                                .warning()
                                .map(w -> new StartOrder.Warning(w.number(), w.scriptOnly(), w.before()))));
    }

    private static StartOrder.Job job(Job job, Optional<Job> array, Attempt attempt) {
        return new StartOrder.Job(
                job.id(),
                job.name(),
                job.team().value(),
                job.place().partition(),
                job.asked().tasks(),
                job.asked().cpusPerTask(),
                attempt.number() - 1,
                array.map(of -> task(job, of)));
    }

    private static StartOrder.ArrayTask task(Job job, Job array) {
        IndexSet indices = array.array().orElseThrow().indices();
        return new StartOrder.ArrayTask(
                array.id(),
                job.task().orElseThrow().index(),
                indices.size(),
                indices.lowest(),
                indices.highest(),
                indices.step());
    }

    private static PatternValues values(Job job, Attempt attempt) {
        PatternValues.Ids ids = job.task()
                .map(task -> new PatternValues.Ids(job.id(), task.array(), task.index()))
                .orElseGet(() -> PatternValues.Ids.ofPlainJob(job.id()));
        return new PatternValues(
                ids,
                job.name(),
                job.owner().username(),
                attempt.held().getFirst().node(),
                attempt.number() - 1);
    }

    /** Tasks of an array share its folder, as they would with Slurm. */
    private static StartOrder.Program program(Job job, NewJob.Program program, PatternValues values) {
        Asked.Logs logs = job.asked().logs();
        Optional<String> shared = job.task().map(task -> "jobs/" + task.array());
        return new StartOrder.Program(
                program.clean(),
                program.args(),
                program.workFolder().or(() -> shared),
                new FileNamePattern(logs.stdout()).expand(values),
                logs.stderr().map(text -> new FileNamePattern(text).expand(values)),
                logs.append(),
                program.environment());
    }
}
