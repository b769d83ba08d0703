package org.gatehouse.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that cannot change: a script as it came, or as it runs. */
public final class ScriptBytes {
    private final byte[] bytes;

    private ScriptBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    public static ScriptBytes of(byte[] bytes) {
        return new ScriptBytes(bytes.clone());
    }

    public static ScriptBytes of(String text) {
        return new ScriptBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] toArray() {
        return bytes.clone();
    }

    public int size() {
        return bytes.length;
    }

    byte at(int index) {
        return bytes[index];
    }

    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScriptBytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "ScriptBytes[" + bytes.length + "]";
    }
}
