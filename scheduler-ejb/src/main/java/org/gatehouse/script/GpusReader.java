package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gatehouse.script.GpusAsked.Basis;
import org.gatehouse.script.GpusAsked.Source;

/** Collects every way of asking for GPUs, with the pool's spelling of types. */
final class GpusReader {
    static final List<SbatchOption> OPTIONS = List.of(
            SbatchOption.GRES,
            SbatchOption.GPUS,
            SbatchOption.GPUS_PER_NODE,
            SbatchOption.GPUS_PER_SOCKET,
            SbatchOption.GPUS_PER_TASK,
            SbatchOption.NTASKS_PER_GPU);

    private final Asked asked;
    private final List<Source> sources = new ArrayList<>();

    GpusReader(Asked asked) {
        this.asked = asked;
    }

    GpusAsked read(TasksAsked tasks) {
        Settings settings = asked.settings();
        settings.value(SbatchOption.GRES, GpuValue::readGres).ifPresent(gres -> {
            sayOthers(gres.others());
            if (!gres.gpus().isEmpty() || gres.others().isEmpty()) {
                add(SbatchOption.GRES, Basis.NODE, gres.gpus());
            }
        });
        add(SbatchOption.GPUS, Basis.JOB);
        add(SbatchOption.GPUS_PER_NODE, Basis.NODE);
        add(SbatchOption.GPUS_PER_SOCKET, Basis.NODE);
        add(SbatchOption.GPUS_PER_TASK, Basis.TASK);
        if (sources.isEmpty()) {
            fromTasks(tasks);
        }
        var gpus = new GpusAsked(sources);
        check(gpus);
        return gpus;
    }

    private void check(GpusAsked gpus) {
        gpus.mixingTypes()
                .ifPresent(source -> asked.findings()
                        .error(
                                "gpu-types-mixed",
                                source.setting(),
                                "GPUs are asked for with and without a type",
                                "name the type in each option, or in none"));
        if (asked.settings().has(SbatchOption.GPUS_PER_TASK) && !tasksKnown()) {
            asked.findings()
                    .error(
                            "gpus-per-task-alone",
                            asked.whereOf(List.of(SbatchOption.GPUS_PER_TASK)),
                            "--gpus-per-task needs the number of tasks or of GPUs in all",
                            "add --ntasks=1, or write --gpus in its place");
        }
    }

    /** Whether the number of tasks is said, or follows from GPUs: without it GPUs per task mean nothing. */
    private boolean tasksKnown() {
        return List.of(
                        SbatchOption.NTASKS,
                        SbatchOption.NTASKS_PER_NODE,
                        SbatchOption.NTASKS_PER_SOCKET,
                        SbatchOption.EXTRA_NODE_INFO,
                        SbatchOption.NODES,
                        SbatchOption.GPUS)
                .stream()
                .anyMatch(asked.settings()::has);
    }

    /** {@code --ntasks} with {@code --ntasks-per-gpu} and no GPUs: as many GPUs as the tasks need. */
    private void fromTasks(TasksAsked tasks) {
        if (tasks.perGpu().isEmpty()) {
            return;
        }
        var setting = asked.settings().get(SbatchOption.NTASKS_PER_GPU).orElseThrow();
        int each = tasks.perGpu().getAsInt();
        if (tasks.inAll().isEmpty()) {
            asked.findings()
                    .error(
                            "tasks-per-gpu-alone",
                            setting,
                            "--ntasks-per-gpu needs the number of GPUs or of tasks",
                            "add --gpus, or write --ntasks in its place");
        } else {
            sources.add(new Source(
                    setting, Basis.JOB, Map.of("", Math.ceilDiv(tasks.inAll().getAsInt(), each))));
        }
    }

    private void add(SbatchOption option, Basis basis) {
        asked.settings().value(option, GpuValue::readGpus).ifPresent(gpus -> add(option, basis, gpus));
    }

    private void add(SbatchOption option, Basis basis, List<GpuCount> gpus) {
        var setting = asked.settings().get(option).orElseThrow();
        Map<String, Integer> each = new LinkedHashMap<>();
        for (GpuCount gpu : gpus) {
            String type = gpu.type();
            String known = type == null ? "" : known(setting, type);
            if (gpu.count() > 0) {
                each.merge(known, gpu.count(), (a, b) -> (int) Math.min((long) a + b, Digits.LARGEST));
            }
        }
        sources.add(new Source(setting, basis, each));
    }

    /** The pool's spelling of a type; capitals do not matter. A type the pool has not is an error, and stays. */
    private String known(Setting setting, String type) {
        var types = asked.offer().gpuTypes();
        for (String candidate : types) {
            if (candidate.equalsIgnoreCase(type)) {
                return candidate;
            }
        }
        String near = type.equalsIgnoreCase("gpu")
                ? "leave out gpu: in this option"
                : Nearest.of(type, types)
                        .map(found -> "did you mean " + found + "?")
                        .orElse("choose one of them");
        asked.findings()
                .error(
                        "unknown-gpu-type",
                        setting,
                        "the pool " + asked.offer().name() + " has no GPU of type " + Words.shorten(type)
                                + "; the types it has: " + Words.list(types),
                        types.isEmpty() ? "remove it" : near);
        return type;
    }

    private void sayOthers(List<String> others) {
        var where = asked.whereOf(List.of(SbatchOption.GRES));
        for (String other : others) {
            String bare = other.toLowerCase(Locale.ROOT);
            if (bare.equals("gpu") || bare.equals("gpus") || bare.equals("gres/gpu")) {
                asked.findings()
                        .error("unknown-resource", where, "there is no resource called " + other, "write gpu:2");
            } else {
                asked.notYet(where, "the resource " + Words.shorten(other) + " in --gres is", "remove it from --gres");
            }
        }
    }
}
