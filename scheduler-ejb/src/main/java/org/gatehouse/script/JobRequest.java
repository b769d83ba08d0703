package org.gatehouse.script;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler is asked for, complete and finite: every default is filled in.
 *
 * @param further options that only some pools honour, and those that jobs find in a variable when they were given: by long name,
 *     as written
 */
public record JobRequest(
        Label label,
        Resources resources,
        Streams streams,
        Program program,
        Timing timing,
        Placing placing,
        Optional<ArrayAsk> array,
        Ending ending,
        Map<String, String> further) {

    public JobRequest {
        further = Map.copyOf(further);
    }

    /** Who is charged, where it runs and for how long. */
    public record Label(String name, String team, String partition, TimeLimit timeLimit) {}

    /**
     * What it needs while it runs; of an array, what each task needs.
     *
     * @param parts nodes that need the same, together all nodes of the job; never empty
     * @param cpusPerTask as asked, for the environment; what is held says each part
     */
    public record Resources(List<Part> parts, int cpusPerTask) {
        public Resources {
            parts = List.copyOf(parts);
        }

        public int nodes() {
            return parts.stream().mapToInt(Part::nodes).sum();
        }

        public int tasks() {
            return parts.stream().mapToInt(part -> part.nodes() * part.tasks()).sum();
        }

        public int totalCpus() {
            return parts.stream().mapToInt(part -> part.nodes() * part.cpus()).sum();
        }

        public int totalGpus() {
            return gpus().stream().mapToInt(GpuCount::count).sum();
        }

        /** Of the whole job, one entry per type. */
        public List<GpuCount> gpus() {
            return byType(parts.stream()
                    .flatMap(part ->
                            part.gpus().stream().map(gpu -> new GpuCount(gpu.type(), part.nodes() * gpu.count())))
                    .toList());
        }

        /** Added up, one entry per type, in the order of their first mention. */
        public static List<GpuCount> byType(List<GpuCount> gpus) {
            Map<Optional<String>, Integer> counts = new LinkedHashMap<>();
            gpus.forEach(gpu -> counts.merge(Optional.ofNullable(gpu.type()), gpu.count(), Integer::sum));
            return counts.entrySet().stream()
                    .map(entry -> new GpuCount(entry.getKey().orElse(null), entry.getValue()))
                    .toList();
        }

        /** On each node of the first part, which has the most. */
        public Memory memory() {
            return parts.getFirst().memory();
        }
    }

    /**
     * Nodes that need the same.
     *
     * @param nodes how many, at least 1
     * @param tasks on each of them, at least 1
     * @param cpus on each of them, at least 1
     * @param memory on each of them
     * @param gpus on each of them, one entry per type; empty for none
     */
    public record Part(int nodes, int tasks, int cpus, Memory memory, List<GpuCount> gpus) {
        public Part {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * When it may start.
     *
     * @param held not before somebody releases it
     * @param begin not before this
     * @param deadline only if it can have ended by this
     * @param endOnBadDependency it ends when its dependency can no longer be met; else it waits on
     */
    public record Timing(
            boolean held,
            Optional<Instant> begin,
            Optional<Instant> deadline,
            Optional<Dependency> dependency,
            boolean endOnBadDependency) {
        public static final Timing ANY = new Timing(false, Optional.empty(), Optional.empty(), Optional.empty(), true);
    }

    /**
     * Which nodes it may have.
     *
     * @param nodelist nodes that must be among the job's; no more than it has
     * @param exclude nodes that must not be
     * @param exclusive its nodes are shared with no other job: it gets all their CPUs and GPUs
     */
    public record Placing(
            Optional<Constraint> constraint, List<String> nodelist, List<String> exclude, boolean exclusive) {
        public static final Placing ANY = new Placing(Optional.empty(), List.of(), List.of(), false);

        public Placing {
            nodelist = List.copyOf(nodelist);
            exclude = List.copyOf(exclude);
        }
    }

    /**
     * What happens at and after its end.
     *
     * @param requeue whether it may be started again: after the failure of a node by itself, else by hand
     */
    public record Ending(Optional<WarningSignal> warning, boolean requeue) {
        public static final Ending USUAL = new Ending(Optional.empty(), true);
    }

    /**
     * Its log files and its folder.
     *
     * @param stderr equal to stdout when both go to one file
     * @param chdir as written, relative to the submit folder unless absolute; null means the submit folder
     */
    public record Streams(
            FileNamePattern stdout,
            FileNamePattern stderr,
            OpenMode openMode,
            @Nullable String chdir) {}

    /**
     * What runs, and with what.
     *
     * @param script what runs: Unix line ends, else byte for byte what came
     * @param interpreter what stands behind {@code #!}
     */
    public record Program(ScriptBytes script, String interpreter, List<String> args, ExportMode export) {
        public Program {
            args = List.copyOf(args);
        }
    }
}
