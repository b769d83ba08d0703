package org.gatehouse.quota;

/** How many GPUs a team may have running at once. */
public sealed interface GpuCap {

    /** Whether {@code use} is within the cap. */
    boolean allows(GpuCount use);

    record AtMost(GpuCount gpus) implements GpuCap {
        @Override
        public boolean allows(GpuCount use) {
            return use.compareTo(gpus) <= 0;
        }
    }

    record Unlimited() implements GpuCap {
        @Override
        public boolean allows(GpuCount use) {
            return true;
        }
    }
}
