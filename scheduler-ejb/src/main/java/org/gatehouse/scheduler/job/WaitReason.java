package org.gatehouse.scheduler.job;

import java.time.Instant;
import java.util.List;

/** Why a job waits: a closed set, each with its facts; put into words by {@link #sentence()}. */
public sealed interface WaitReason {

    String sentence();

    /** No pass has looked at it yet. */
    record JustSubmitted() implements WaitReason {
        @Override
        public String sentence() {
            return "Just submitted; the scheduler looks at it next";
        }
    }

    /** A team has as many GPUs running as it may. */
    record TeamAtCap(String owner, int cap, int used, int asked) implements WaitReason {
        @Override
        public String sentence() {
            return "Team " + owner + " may use " + Words.count(cap, "GPU") + " at a time; " + used
                    + (used == 1 ? " is" : " are") + " in use and this job asks for " + asked;
        }
    }

    /** It was asked not to start earlier, or a try to start it again waits a while. */
    record NotBefore(Instant at) implements WaitReason {
        @Override
        public String sentence() {
            return "Starts at the earliest on " + Words.time(at);
        }
    }

    /**
     * Other jobs have to come first.
     *
     * @param on what is waited for, a phrase each
     */
    record OnOthers(List<String> on) implements WaitReason {
        public OnOthers {
            on = List.copyOf(on);
        }

        @Override
        public String sentence() {
            return "Waits for " + String.join(" and ", on);
        }
    }

    /** Its dependency can no longer be met, and it was asked to wait on all the same. */
    record NeverMet(String why) implements WaitReason {
        @Override
        public String sentence() {
            return "Its dependency can no longer be met (" + why + "); it waits because of --kill-on-invalid-dep=no";
        }
    }

    /** As many tasks of its array are active as may be. */
    record ArrayFull() implements WaitReason {
        @Override
        public String sentence() {
            return "As many tasks of the array are active as its limit allows";
        }
    }

    /** Nothing that it could run on is free. How much is free now is not kept: it changes with every start and end. */
    record NothingFree(String pool, String asked) implements WaitReason {
        @Override
        public String sentence() {
            return "Waits until a node of pool " + pool + " has " + asked + " free";
        }
    }

    /** An older job waits for the same nodes and goes first. It may be another team's, so the sentence does not name it. */
    record Behind(long jobId) implements WaitReason {
        @Override
        public String sentence() {
            return "An older job waits for the same nodes and goes first";
        }
    }

    /** The pool cannot be asked. */
    record PoolAway(String pool, String why) implements WaitReason {
        @Override
        public String sentence() {
            return "Pool " + pool + " does not answer (" + why + "); it starts when the pool is back";
        }
    }

    /** No node of the pool could hold it as the pool is now. */
    record NoSuchNode(String pool, String asked, List<String> down) implements WaitReason {
        public NoSuchNode {
            down = List.copyOf(down);
        }

        @Override
        public String sentence() {
            String nodes = down.isEmpty() ? "" : "; down: " + String.join(", ", down);
            return "No node of pool " + pool + " that is up can hold " + asked + nodes;
        }
    }
}
