package org.gatehouse.node.spi;

import java.util.UUID;

/** One try at running a job; the key of everything that touches the outside world. */
public record AttemptId(UUID value) {

    public static AttemptId random() {
        return new AttemptId(UUID.randomUUID());
    }

    public static AttemptId of(String text) {
        return new AttemptId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
