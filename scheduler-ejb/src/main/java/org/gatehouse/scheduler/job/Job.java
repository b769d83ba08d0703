package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gatehouse.quota.TeamPath;

/** A job as it stands, with its latest attempt or all of them. */
public record Job(
        long id,
        JobKind kind,
        JobState state,
        int version,
        Owner owner,
        TeamPath team,
        Place place,
        String name,
        Times times,
        Asked asked,
        Optional<WaitReason> waitReason,
        Optional<CancelRequest> cancel,
        String notices,
        List<Attempt> attempts) {

    public Job {
        attempts = List.copyOf(attempts);
    }

    public record Owner(long personId, String username) {}

    public record Place(String pool, String partition) {}

    public record Times(Instant submitted, Optional<Instant> started, Optional<Instant> ended) {}

    public record CancelRequest(Instant at, String by, Optional<String> reason) {}

    /** The same job with these attempts. */
    public Job with(List<Attempt> known) {
        return new Job(
                id, kind, state, version, owner, team, place, name, times, asked, waitReason, cancel, notices, known);
    }

    public Optional<Attempt> latestAttempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** Where it stands, in a sentence. */
    public String sentence() {
        Optional<Attempt> latest = latestAttempt();
        return switch (state) {
            case PENDING -> waitReason.map(WaitReason::sentence).orElse("Waiting");
            case HELD -> "Held: it starts after it is released";
            case STARTING -> active("Starting", latest);
            case RUNNING, COMPLETING -> active("Running", latest);
            case CANCELLED ->
                latest.flatMap(Attempt::detail)
                        .orElseGet(() -> cancel.map(c -> "Cancelled by " + c.by() + " before it started")
                                .orElse("Cancelled before it started"));
            case COMPLETED, FAILED, TIMED_OUT, OUT_OF_MEMORY, NODE_FAILED, PREEMPTED, START_FAILED, ENDED_UNKNOWN ->
                latest.flatMap(Attempt::detail).orElse("Ended");
            case DEPENDENCY_FAILED -> "Not started: a job that it depends on failed";
            case DEADLINE -> "Not started: it could no longer end before its deadline";
        };
    }

    private String active(String word, Optional<Attempt> latest) {
        String where = latest.map(a -> " on " + a.nodes()).orElse("");
        String asked = cancel.map(c -> "; " + c.by() + " asked for its end").orElse("");
        return word + where + asked;
    }
}
