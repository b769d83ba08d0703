package org.gatehouse.quota;

/** A number of GPUs, never negative. */
public record GpuCount(int value) implements Comparable<GpuCount> {

    public static final GpuCount NONE = new GpuCount(0);

    public GpuCount {
        if (value < 0) {
            throw new IllegalArgumentException("a number of GPUs is never negative: " + value);
        }
    }

    public GpuCount plus(GpuCount other) {
        return new GpuCount(Math.addExact(value, other.value));
    }

    @Override
    public int compareTo(GpuCount other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
