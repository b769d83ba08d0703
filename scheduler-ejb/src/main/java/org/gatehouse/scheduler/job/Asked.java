package org.gatehouse.scheduler.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gatehouse.script.JobRequest;

/**
 * What a job asks for; of an array, what each task does.
 *
 * @param parts never empty
 * @param cpusPerTask as asked; what is held says each part
 * @param timeLimit finite
 * @param placing which nodes it may have
 * @param ending what happens at and after its end
 * @param logs where its output goes
 */
public record Asked(
        List<Part> parts,
        int cpusPerTask,
        Duration timeLimit,
        JobRequest.Placing placing,
        JobRequest.Ending ending,
        Logs logs) {

    public Asked {
        parts = List.copyOf(parts);
    }

    /**
     * Paths with their patterns unreplaced: they name things that are known at the start only.
     *
     * @param stderr empty when it goes where stdout goes
     * @param append whether an existing file is kept
     */
    public record Logs(String stdout, Optional<String> stderr, boolean append) {}

    public int nodes() {
        return parts.stream().mapToInt(Part::nodes).sum();
    }

    public int tasks() {
        return parts.stream().mapToInt(part -> part.nodes() * part.tasks()).sum();
    }

    public int cpus() {
        return parts.stream()
                .mapToInt(part -> part.nodes() * part.shape().cpus())
                .sum();
    }

    public int gpuCount() {
        return parts.stream()
                .mapToInt(part -> part.nodes() * part.shape().gpuCount())
                .sum();
    }

    /** {@code 2 a100 GPUs, 8 CPUs and 32 GiB}; of several nodes the largest, with how many there are. */
    public String words() {
        return Part.words(parts);
    }
}
