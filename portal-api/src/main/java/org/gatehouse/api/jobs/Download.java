package org.gatehouse.api.jobs;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.LogSource;
import org.gatehouse.node.spi.LogStream;
import org.gatehouse.node.spi.LogUnavailableException;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;

/** A log as a file: the bytes written so far, as they are. */
final class Download {

    private static final int CHUNK = 64 * 1024;

    private final Pools pools;

    Download(Pools pools) {
        this.pools = pools;
    }

    static LogStream stream(String text) {
        return switch (text) {
            case "stdout" -> LogStream.STDOUT;
            case "stderr" -> LogStream.STDERR;
            default ->
                throw new ProblemException(
                        Kind.BAD_REQUEST, "stream must be stdout or stderr, not \"" + text + "\"", "stream");
        };
    }

    Response log(Job job, LogStream stream, Optional<Integer> number) throws IOException {
        Optional<Attempt> attempt = number.isEmpty()
                ? job.latestAttempt()
                : job.attempts().stream()
                        .filter(a -> a.number() == number.get())
                        .findFirst();
        if (job.array().isPresent()) {
            throw new ProblemException(
                    Kind.NOT_FOUND, "job " + job.id() + " is an array: its tasks have logs, it has none itself");
        }
        if (attempt.isEmpty()) {
            String which = number.map(n -> "attempt " + n + " of job ").orElse("job ");
            throw new ProblemException(Kind.NOT_FOUND, which + job.id() + " has not started, so there is no log yet");
        }
        AttemptId id = new AttemptId(attempt.get().id());
        open(job, id, stream).close(); // what is wrong is told as a problem, before the first byte
        String name = job.id() + (stream == LogStream.STDOUT ? ".out" : ".err");
        return Response.ok((StreamingOutput) out -> copy(open(job, id, stream), out))
                .header("Content-Disposition", attachment(name))
                .build();
    }

    private LogSource open(Job job, AttemptId attempt, LogStream stream) throws IOException {
        try {
            return pools.named(job.place().pool())
                    .orElseThrow(() -> new ProblemException(
                            Kind.UNAVAILABLE, "pool " + job.place().pool() + " is no longer set up"))
                    .openLog(attempt, stream)
                    .orElseThrow(() -> new ProblemException(
                            Kind.NOT_FOUND,
                            "this attempt has no " + stream.name().toLowerCase(Locale.ROOT)));
        } catch (LogUnavailableException e) {
            throw new ProblemException(Kind.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static void copy(LogSource log, OutputStream out) throws IOException {
        try (log) {
            long end = log.size(); // what comes later is for the next download
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            long at = 0;
            while (at < end) {
                buffer.clear().limit((int) Math.min(CHUNK, end - at));
                int n = log.read(at, buffer);
                if (n <= 0) {
                    return; // it was cut meanwhile
                }
                out.write(buffer.array(), 0, n);
                at += n;
            }
        }
    }

    /** @param name plain letters, digits and dots */
    static String attachment(String name) {
        return "attachment; filename=\"" + name + "\"";
    }
}
