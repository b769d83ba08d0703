package org.gatehouse.script;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler is asked for, complete and finite: every default is filled in.
 *
 * @param further options that only some pools honour, by long name, as written
 */
public record JobRequest(
        Label label, Resources resources, Streams streams, Program program, Map<String, String> further) {

    public JobRequest {
        further = Map.copyOf(further);
    }

    /** Who is charged, where it runs and for how long. */
    public record Label(String name, String team, String partition, TimeLimit timeLimit) {}

    /**
     * What it needs while it runs.
     *
     * @param nodes least number of nodes; 1 unless the pool honours more
     * @param memory on each node
     * @param gpus of the whole job, one entry per type; empty for none
     */
    public record Resources(int nodes, int tasks, int cpusPerTask, Memory memory, List<GpuCount> gpus) {
        public Resources {
            gpus = List.copyOf(gpus);
        }

        public int totalCpus() {
            return Math.multiplyExact(tasks, cpusPerTask);
        }

        public int totalGpus() {
            return gpus.stream().mapToInt(GpuCount::count).sum();
        }
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
