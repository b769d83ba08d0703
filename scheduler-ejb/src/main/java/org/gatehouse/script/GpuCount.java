package org.gatehouse.script;

import org.jspecify.annotations.Nullable;

/**
 * So many GPUs of one type.
 *
 * @param type as the pool spells it; null means any type
 */
public record GpuCount(@Nullable String type, int count) {

    String words() {
        return count + (type == null ? "" : " " + type) + (count == 1 ? " GPU" : " GPUs");
    }
}
