package org.gatehouse.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.gatehouse.script.Dependency;
import org.gatehouse.script.JobRequest;

/** Whether a waiting job may be planned at all, before anybody looks at nodes and caps. */
public sealed interface Readiness {

    record Ready() implements Readiness {}

    record NotYet(WaitReason why) implements Readiness {}

    /** It ends without a start. */
    record Never(JobState end, Optional<WaitReason> why) implements Readiness {}

    /**
     * Judges one job.
     *
     * @param limit its time limit
     * @param facts where the job of a term of its dependency stands
     */
    static Readiness of(
            JobRequest.Timing timing,
            Duration limit,
            Function<Dependency.Term, Optional<Precondition.Facts>> facts,
            Instant now) {
        if (timing.deadline().isPresent()
                && now.plus(limit).isAfter(timing.deadline().get())) {
            return new Never(JobState.DEADLINE, Optional.empty());
        }
        if (timing.dependency().isPresent()) {
            switch (Precondition.of(timing.dependency().get(), facts, now)) {
                case Precondition.Met _ -> {}
                case Precondition.Waits waits -> {
                    return new NotYet(new WaitReason.OnOthers(waits.on()));
                }
                case Precondition.Never never -> {
                    var why = new WaitReason.NeverMet(never.why());
                    return timing.endOnBadDependency()
                            ? new Never(JobState.DEPENDENCY_FAILED, Optional.of(why))
                            : new NotYet(why);
                }
            }
        }
        return timing.begin()
                .filter(begin -> begin.isAfter(now))
                .<Readiness>map(begin -> new NotYet(new WaitReason.NotBefore(begin)))
                .orElseGet(Ready::new);
    }
}
