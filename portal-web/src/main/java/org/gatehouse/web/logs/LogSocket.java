package org.gatehouse.web.logs;

import jakarta.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.LogSource;
import org.gatehouse.node.spi.LogStream;
import org.gatehouse.node.spi.LogUnavailableException;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.job.Attempt;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.web.events.EventHub;
import org.gatehouse.web.line.Line;
import org.gatehouse.web.line.SocketTask;

/**
 * One watcher of one log: waits for it to begin, sends what is there from the asked offset on, follows while it grows, and ends
 * with the attempt. It reads the file at its own offset when the network has taken what was sent, so it holds one frame at most.
 */
public final class LogSocket implements SocketTask {

    /** Bytes of a frame at most, without the offset before them. */
    private static final int FRAME = 64 * 1024;

    private static final Duration UNAVAILABLE_WAIT = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final long PING_AFTER_NANOS = Duration.ofSeconds(20).toNanos();

    private final Parts parts;
    private final Viewer viewer;
    private final Wanted wanted;
    private long lastSent = System.nanoTime();
    private long looked = -1;
    private boolean over;
    private boolean unavailable;
    private String told = "";

    /** What it works with. */
    public record Parts(Jobs jobs, Pools pools, EventHub events) {}

    /**
     * @param attempt its number; the latest one when empty
     * @param from the first byte that is wanted
     */
    public record Wanted(long job, LogStream stream, Optional<Integer> attempt, long from) {}

    public LogSocket(Parts parts, Viewer viewer, Wanted wanted) {
        this.parts = parts;
        this.viewer = viewer;
        this.wanted = wanted;
    }

    @Override
    public void run(Line line) throws IOException, InterruptedException {
        while (line.isOpen()) {
            long seq = parts.events().last();
            Optional<Job> job = parts.jobs().find(viewer, wanted.job()).map(Jobs.Seen::job);
            if (job.isEmpty()) {
                return; // no longer to be seen
            }
            Optional<Attempt> attempt = attempt(job.get());
            Optional<LogSource> log = attempt.isEmpty() ? Optional.empty() : open(line, job.get(), attempt.get());
            if (log.isPresent()) {
                try (LogSource source = log.get()) {
                    follow(line, source, attempt.orElseThrow());
                }
                return;
            }
            if (unavailable) {
                Thread.sleep(UNAVAILABLE_WAIT);
                continue;
            }
            if (isOver(job.get(), attempt)) {
                end(line, 0, job.get());
                return;
            }
            tellWaiting(line, job.get().sentence());
            parts.events().await(seq, LOOK_EVERY);
            pingIfQuiet(line);
        }
    }

    private static boolean isOver(Job job, Optional<Attempt> attempt) {
        return attempt.isEmpty() ? job.state().ended() : attempt.get().endedAt().isPresent();
    }

    /** Says why there is no log yet, whenever that changes. */
    private void tellWaiting(Line line, String why) throws IOException {
        if (!told.equals(why)) {
            told = why;
            line.send(Json.createObjectBuilder().add("type", "waiting").add("reason", why));
            lastSent = System.nanoTime();
        }
    }

    private Optional<Attempt> attempt(Job job) {
        return wanted.attempt().isEmpty()
                ? job.latestAttempt()
                : job.attempts().stream()
                        .filter(a -> a.number() == wanted.attempt().get())
                        .findFirst();
    }

    private Optional<LogSource> open(Line line, Job job, Attempt attempt) throws IOException {
        Optional<NodeConnector> pool = parts.pools().named(job.place().pool());
        unavailable = false;
        try {
            return pool.isEmpty() ? Optional.empty() : pool.get().openLog(new AttemptId(attempt.id()), wanted.stream());
        } catch (LogUnavailableException e) {
            unavailable = true;
            tellWaiting(line, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void follow(Line line, LogSource log, Attempt attempt) throws IOException, InterruptedException {
        line.send(Json.createObjectBuilder()
                .add("type", "open")
                .add("attempt", attempt.number())
                .add("size", log.size()));
        ByteBuffer frame = ByteBuffer.allocate(Long.BYTES + FRAME);
        long at = wanted.from();
        while (line.isOpen()) {
            if (log.size() < at) { // the job emptied its own log: what it writes now begins at 0
                at = 0;
                line.send(Json.createObjectBuilder().add("type", "cut"));
            }
            boolean last = over(attempt); // asked before reading: what was written before the end is read after this
            frame.clear().putLong(at);
            int n = log.read(at, frame);
            if (n > 0) {
                line.send(frame.flip());
                lastSent = System.nanoTime();
                at += n;
            } else if (last) {
                end(line, at, job());
                return;
            } else {
                log.awaitGrowth(at, LOOK_EVERY);
                pingIfQuiet(line);
            }
        }
    }

    private Job job() {
        return parts.jobs().find(viewer, wanted.job()).orElseThrow().job();
    }

    /** Whether the attempt has ended; asks the database only when something happened to the job since it was last asked. */
    private boolean over(Attempt attempt) {
        long seq = parts.events().last();
        if (!over && (looked < 0 || parts.events().touched(wanted.job(), looked))) {
            over = parts.jobs().find(viewer, wanted.job()).stream()
                    .flatMap(seen -> seen.job().attempts().stream())
                    .anyMatch(a -> a.id().equals(attempt.id()) && a.endedAt().isPresent());
        }
        looked = seq;
        return over;
    }

    private void pingIfQuiet(Line line) throws IOException {
        if (System.nanoTime() - lastSent > PING_AFTER_NANOS) {
            line.ping();
            lastSent = System.nanoTime();
        }
    }

    private static void end(Line line, long offset, Job job) throws IOException {
        line.send(Json.createObjectBuilder()
                .add("type", "end")
                .add("offset", offset)
                .add("state", job.state().name()));
    }
}
