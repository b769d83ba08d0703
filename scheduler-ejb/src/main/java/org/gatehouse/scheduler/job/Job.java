package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.script.JobRequest;

/**
 * A job as it stands, with its latest attempt or all of them.
 *
 * @param requeueBy who asked that it waits again when its attempt has ended
 */
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
        JobRequest.Timing timing,
        Optional<ArrayOf> array,
        Optional<TaskOf> task,
        Optional<Hold> hold,
        Optional<WaitReason> waitReason,
        Optional<CancelRequest> cancel,
        Optional<String> requeueBy,
        String notices,
        List<Attempt> attempts) {

    public Job {
        attempts = List.copyOf(attempts);
    }

    public record Owner(long personId, String username) {}

    public record Place(String pool, String partition) {}

    public record Times(Instant submitted, Optional<Instant> started, Optional<Instant> ended) {}

    /** Who keeps it from being started; an owner may release only what they hold themselves. */
    public record Hold(String by, boolean byOwner) {}

    public record CancelRequest(Instant at, String by, Optional<String> reason) {}

    /** The same job with these attempts. */
    public Job with(List<Attempt> known) {
        return new Job(
                id,
                kind,
                state,
                version,
                owner,
                team,
                place,
                name,
                times,
                asked,
                timing,
                array,
                task,
                hold,
                waitReason,
                cancel,
                requeueBy,
                notices,
                known);
    }

    /** The same array with its tasks counted. */
    public Job counted(Map<JobState, Integer> counts) {
        Optional<ArrayOf> counted = array.map(a -> new ArrayOf(a.indices(), a.waiting(), a.atOnce(), counts));
        return new Job(
                id,
                kind,
                state,
                version,
                owner,
                team,
                place,
                name,
                times,
                asked,
                timing,
                counted,
                task,
                hold,
                waitReason,
                cancel,
                requeueBy,
                notices,
                attempts);
    }

    public Optional<Attempt> latestAttempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** Where it stands, in a sentence. */
    public String sentence() {
        if (array.isPresent()) {
            return sentence(array.get());
        }
        Optional<Attempt> latest = latestAttempt();
        return switch (state) {
            case PENDING, HELD -> whyItWaits();
            case STARTING -> active("Starting", latest);
            case RUNNING, COMPLETING -> active("Running", latest);
            case CANCELLED ->
                latest.flatMap(Attempt::detail)
                        .orElseGet(() -> cancel.map(c -> "Cancelled by " + c.by() + " before it started")
                                .orElse("Cancelled before it started"));
            case COMPLETED, FAILED, TIMED_OUT, OUT_OF_MEMORY, NODE_FAILED, PREEMPTED, START_FAILED, ENDED_UNKNOWN ->
                latest.flatMap(Attempt::detail).orElse("Ended");
            case DEPENDENCY_FAILED -> "Not started: its dependency can no longer be met" + notMet();
            case DEADLINE -> "Not started: it could no longer end before its deadline";
        };
    }

    private String notMet() {
        return waitReason
                .map(r -> r instanceof WaitReason.NeverMet(String why) ? " (" + why + ")" : "")
                .orElse("");
    }

    private String sentence(ArrayOf tasks) {
        String waits = tasks.waiting().isEmpty() ? "" : ". " + whyItWaits();
        String asked = state.ended()
                ? ""
                : cancel.map(c -> "; " + c.by() + " asked for its end").orElse("");
        return Words.count(tasks.indices().size(), "task") + ": " + tasks.words() + asked + waits;
    }

    /** Why what has not started has not. */
    private String whyItWaits() {
        return hold.map(h -> "Held by " + h.by() + ": it starts after it is released")
                .or(() -> waitReason.map(WaitReason::sentence))
                .orElse("Waiting");
    }

    private String active(String word, Optional<Attempt> latest) {
        String where = latest.map(a -> " on " + a.nodes()).orElse("");
        String asked = cancel.map(c -> "; " + c.by() + " asked for its end")
                .or(() -> requeueBy.map(by -> "; " + by + " asked that it starts anew"))
                .orElse("");
        return word + where + asked;
    }
}
