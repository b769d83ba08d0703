package org.gatehouse.scheduler.job;

import java.util.Optional;

/**
 * GPUs that are asked for on a node.
 *
 * @param type a type of the pool, empty for any
 * @param count at least 1
 */
public record GpuAsk(Optional<String> type, int count) {

    public GpuAsk {
        if (count < 1) {
            throw new IllegalArgumentException("at least one GPU is asked for, not " + count);
        }
    }

    /** The stored form: {@code a100:2}, {@code :1} for any type. */
    public String encoded() {
        return type.orElse("") + ":" + count;
    }

    public static GpuAsk decode(String text) {
        int colon = text.lastIndexOf(':');
        String type = text.substring(0, colon);
        return new GpuAsk(
                type.isEmpty() ? Optional.empty() : Optional.of(type), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return type.map(t -> count + " " + t + (count == 1 ? " GPU" : " GPUs")).orElse(Words.count(count, "GPU"));
    }
}
