package org.gatehouse.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gatehouse.script.Dependency;

/** What became of a job's dependency. */
public sealed interface Precondition {

    record Met() implements Precondition {}

    /** @param on what is still waited for, a phrase each: {@code job 12 to end} */
    record Waits(List<String> on) implements Precondition {
        public Waits {
            on = List.copyOf(on);
        }
    }

    /**
     * It can no longer be met.
     *
     * @param why a phrase: {@code job 12 failed}
     */
    record Never(String why) implements Precondition {}

    /**
     * Where the other job of a term stands.
     *
     * @param startedAt when it began; of an array only once all its tasks have
     * @param earlier of a {@link Dependency.Kind#SINGLETON}: an earlier job that has not ended, if there is one
     */
    record Facts(JobState state, Optional<Instant> startedAt, Optional<Long> earlier) {}

    /**
     * Judges a dependency. A term of which nothing is known any more can never be met.
     *
     * @param facts where the job of a term stands
     */
    static Precondition of(Dependency dependency, Function<Dependency.Term, Optional<Facts>> facts, Instant now) {
        List<String> waits = new ArrayList<>();
        List<String> never = new ArrayList<>();
        for (Dependency.Term term : dependency.terms()) {
            switch (of(term, facts.apply(term), now)) {
                case Met _ -> {
                    if (dependency.any()) {
                        return new Met();
                    }
                }
                case Waits(List<String> on) -> waits.addAll(on);
                case Never(String why) -> never.add(why);
            }
        }
        boolean hopeless = dependency.any() ? waits.isEmpty() : !never.isEmpty();
        if (hopeless) {
            return new Never(String.join(", ", never));
        }
        return waits.isEmpty() ? new Met() : new Waits(waits);
    }

    private static Precondition of(Dependency.Term term, Optional<Facts> known, Instant now) {
        String job = "job " + term.job()
                + (term.index().isPresent() ? "_" + term.index().getAsInt() : "");
        if (known.isEmpty()) {
            return new Never(job + " is not known");
        }
        Facts facts = known.get();
        boolean ended = facts.state().ended();
        boolean well = facts.state() == JobState.COMPLETED;
        return switch (term.kind()) {
            case AFTER -> after(job, term, facts, now);
            case AFTER_ANY -> ended ? new Met() : waits(job + " to end");
            case AFTER_OK, AFTER_CORR ->
                !ended
                        ? waits(job + " to end well")
                        : well
                                ? new Met()
                                : new Never(job + " ended " + facts.state().adjective());
            case AFTER_NOT_OK ->
                !ended ? waits(job + " to end badly") : well ? new Never(job + " ended well") : new Met();
            case SINGLETON ->
                facts.earlier()
                        .<Precondition>map(other -> waits("job " + other + " of the same name to end"))
                        .orElseGet(Met::new);
        };
    }

    private static Precondition after(String job, Dependency.Term term, Facts facts, Instant now) {
        if (facts.startedAt().isEmpty()) {
            return facts.state().ended() ? new Met() : waits(job + " to start");
        }
        Instant ready = facts.startedAt().get().plus(Duration.ofMinutes(term.delayMinutes()));
        return ready.isAfter(now)
                ? waits(Words.count(term.delayMinutes(), "minute") + " to pass since " + job + " started")
                : new Met();
    }

    private static Waits waits(String on) {
        return new Waits(List.of(on));
    }
}
