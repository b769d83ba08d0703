package org.gatehouse.scheduler.job;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Nodes of a job that need the same.
 *
 * @param nodes how many, at least 1
 * @param tasks on each, at least 1
 * @param shape on each
 */
public record Part(int nodes, int tasks, Shape shape) {

    /** One node with one task. */
    public static Part of(Shape shape) {
        return new Part(1, 1, shape);
    }

    /** The stored form: {@code nodes/tasks/cpus/memory/gpus}. */
    public String encoded() {
        String memory =
                shape.memoryMiB().isPresent() ? Long.toString(shape.memoryMiB().getAsLong()) : "";
        return nodes + "/" + tasks + "/" + shape.cpus() + "/" + memory + "/"
                + shape.gpus().stream().map(GpuAsk::encoded).collect(Collectors.joining(","));
    }

    /** @throws IllegalStateException for what {@link #encoded} did not write */
    public static Part decode(String text) {
        String[] fields = text.split("/", -1);
        if (fields.length != 5) {
            throw new IllegalStateException("no part of a job: " + text);
        }
        List<GpuAsk> gpus = fields[4].isEmpty()
                ? List.of()
                : Arrays.stream(fields[4].split(",", -1)).map(GpuAsk::decode).toList();
        OptionalLong memory = fields[3].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[3]));
        return new Part(
                Integer.parseInt(fields[0]),
                Integer.parseInt(fields[1]),
                new Shape(Integer.parseInt(fields[2]), memory, gpus));
    }

    /** {@code 2 a100 GPUs, 8 CPUs and 32 GiB}, with {@code on each of 3 nodes} behind it where there are several. */
    public static String words(List<Part> parts) {
        int nodes = parts.stream().mapToInt(Part::nodes).sum();
        String each = parts.getFirst().shape().toString();
        if (nodes == 1) {
            return each;
        }
        return (parts.size() == 1 ? "" : "up to ") + each + " on each of " + nodes + " nodes";
    }
}
