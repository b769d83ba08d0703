package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** The state of an attempt; each holds only what is true in it. */
public sealed interface AttemptState {

    /** The word for it. */
    JobState word();

    /** Decided; the pool may or may not have it yet. */
    record Starting() implements AttemptState {
        @Override
        public JobState word() {
            return JobState.STARTING;
        }
    }

    record Running(Instant startedAt) implements AttemptState {
        @Override
        public JobState word() {
            return JobState.RUNNING;
        }
    }

    /**
     * Over, for good.
     *
     * @param startedAt when its process began, if one did
     * @param at the end as the pool told it, else when it was found ended
     */
    record Ended(Outcome outcome, Optional<Instant> startedAt, Instant at, Optional<Use> use) implements AttemptState {
        @Override
        public JobState word() {
            return outcome.word();
        }
    }

    /** What it used: CPU time of its processes and the largest resident set of one, in KiB. */
    record Use(double cpuSeconds, long maxRssKib) {}

    /** How it ended. */
    sealed interface Outcome {
        JobState word();

        /** The sentence for people. */
        String sentence();

        default OptionalInt exitCode() {
            return OptionalInt.empty();
        }

        default OptionalInt signal() {
            return OptionalInt.empty();
        }
    }

    record Completed() implements Outcome {
        @Override
        public JobState word() {
            return JobState.COMPLETED;
        }

        @Override
        public String sentence() {
            return "Completed with exit code 0";
        }

        @Override
        public OptionalInt exitCode() {
            return OptionalInt.of(0);
        }
    }

    /** It exited by itself with another code than 0. */
    record Exited(int code) implements Outcome {
        @Override
        public JobState word() {
            return JobState.FAILED;
        }

        @Override
        public String sentence() {
            return "Failed with exit code " + code;
        }

        @Override
        public OptionalInt exitCode() {
            return OptionalInt.of(code);
        }
    }

    /** A signal ended it that Gatehouse did not send. */
    record Signalled(int number) implements Outcome {
        @Override
        public JobState word() {
            return JobState.FAILED;
        }

        @Override
        public String sentence() {
            return "Failed: ended by signal " + number + " (" + Signals.name(number) + ")";
        }

        @Override
        public OptionalInt signal() {
            return OptionalInt.of(number);
        }
    }

    record TimedOut(long limitSeconds, OptionalInt exitCode, OptionalInt signal) implements Outcome {
        @Override
        public JobState word() {
            return JobState.TIMED_OUT;
        }

        @Override
        public String sentence() {
            return "Stopped at its time limit of " + Words.duration(limitSeconds);
        }
    }

    /** The kernel ended a process of it; the script itself may have gone on and ended with whatever code. */
    record OutOfMemory(OptionalInt exitCode, OptionalInt signal) implements Outcome {
        @Override
        public JobState word() {
            return JobState.OUT_OF_MEMORY;
        }

        @Override
        public String sentence() {
            String script = exitCode.isPresent() ? "; its script ended with exit code " + exitCode.getAsInt() : "";
            return "Out of memory: a process of it needed more than the job has and was ended" + script;
        }
    }

    /** Ended on request. */
    record Cancelled(Optional<String> by, OptionalInt exitCode, OptionalInt signal) implements Outcome {
        @Override
        public JobState word() {
            return JobState.CANCELLED;
        }

        @Override
        public String sentence() {
            return by.map(who -> "Cancelled by " + who).orElse("Cancelled at the pool, not through Gatehouse");
        }
    }

    record NodeFailed(String why) implements Outcome {
        @Override
        public JobState word() {
            return JobState.NODE_FAILED;
        }

        @Override
        public String sentence() {
            return "Its node failed: " + why;
        }
    }

    record StartFailed(String why) implements Outcome {
        @Override
        public JobState word() {
            return JobState.START_FAILED;
        }

        @Override
        public String sentence() {
            return "Could not be started: " + why;
        }
    }

    record EndedUnknown(String why) implements Outcome {
        @Override
        public JobState word() {
            return JobState.ENDED_UNKNOWN;
        }

        @Override
        public String sentence() {
            return "Ended, and nobody saw how: " + why;
        }
    }
}
