package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the GPUs of a job from every way of asking for them. Each way gives a total for the whole job; where there are
 * several they must agree, in counts and in whether a type is named.
 */
final class GpuTally {
    static final List<SbatchOption> OPTIONS =
            List.of(SbatchOption.GRES, SbatchOption.GPUS, SbatchOption.GPUS_PER_NODE, SbatchOption.GPUS_PER_TASK);

    /** @param how for messages: the option and what it was multiplied by */
    private record Source(Setting setting, String how, List<GpuCount> total) {}

    private final Asked asked;

    GpuTally(Asked asked) {
        this.asked = asked;
    }

    /**
     * The number of tasks that follows from GPUs in all and GPUs per task, where no option says it. With a number of nodes
     * the GPUs of each node will do for GPUs in all. Totals that do not divide are found when they are compared.
     */
    OptionalLong tasks(int nodes) {
        long each = gpus(SbatchOption.GPUS_PER_TASK).map(GpuTally::sum).orElse(0L);
        var inAll = gpus(SbatchOption.GPUS).map(GpuTally::sum);
        if (inAll.isEmpty() && asked.settings().has(SbatchOption.NODES)) {
            inAll = gpus(SbatchOption.GPUS_PER_NODE)
                    .or(() -> asked.settings()
                            .value(SbatchOption.GRES, GpuValue::readGres)
                            .map(GpuValue.Gres::gpus))
                    .map(gpus -> sum(gpus) * nodes);
        }
        return each == 0 || inAll.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Math.max(1, inAll.get() / each));
    }

    /** @param tasksKnown some option says how many tasks there are */
    List<GpuCount> inAll(TaskLayout layout, boolean tasksKnown) {
        if (!tasksKnown && asked.settings().has(SbatchOption.GPUS_PER_TASK)) {
            error(
                    SbatchOption.GPUS_PER_TASK,
                    "gpus-per-task-alone",
                    "--gpus-per-task needs the number of tasks or of GPUs in all",
                    "add --ntasks=1, or write --gpus in its place");
            return List.of();
        }
        var sources = sources(layout);
        mixesTypes(sources)
                .ifPresent(source -> asked.findings()
                        .error(
                                "gpu-types-mixed",
                                source.setting(),
                                "GPUs are asked for with and without a type",
                                "name the type in each option, or in none"));
        sources.stream()
                .filter(source -> !sameTotal(source, sources.getFirst()))
                .findFirst()
                .ifPresent(source -> sayDifferent(sources.getFirst(), source));
        return sources.isEmpty() ? List.of() : sources.getFirst().total();
    }

    private List<Source> sources(TaskLayout layout) {
        var sources = new ArrayList<Source>();
        asked.settings().value(SbatchOption.GRES, GpuValue::readGres).ifPresent(gres -> {
            sayOthers(gres.others());
            if (!gres.gpus().isEmpty() || gres.others().isEmpty()) {
                add(sources, SbatchOption.GRES, gres.gpus(), layout.nodes());
            }
        });
        gpus(SbatchOption.GPUS).ifPresent(gpus -> add(sources, SbatchOption.GPUS, gpus, 1));
        gpus(SbatchOption.GPUS_PER_NODE)
                .ifPresent(gpus -> add(sources, SbatchOption.GPUS_PER_NODE, gpus, layout.nodes()));
        gpus(SbatchOption.GPUS_PER_TASK)
                .ifPresent(gpus -> add(sources, SbatchOption.GPUS_PER_TASK, gpus, layout.tasks()));
        return sources;
    }

    private void add(List<Source> sources, SbatchOption option, List<GpuCount> gpus, int times) {
        var setting = asked.settings().get(option).orElseThrow();
        Map<String, Long> total = new LinkedHashMap<>();
        for (GpuCount gpu : gpus) {
            String type = known(setting, gpu.type());
            total.merge(type == null ? "" : type, (long) gpu.count() * times, Long::sum);
        }
        var counts = new ArrayList<GpuCount>();
        total.forEach((type, count) -> {
            if (count > 0) {
                counts.add(new GpuCount(type.isEmpty() ? null : type, (int) Math.min(count, Digits.LARGEST)));
            }
        });
        String how = setting.shown() + (times == 1 ? "" : " times " + times);
        sources.add(new Source(setting, how, List.copyOf(counts)));
    }

    /** The pool's spelling of a type; capitals do not matter. A type the pool has not is an error, and stays. */
    private @Nullable String known(Setting setting, @Nullable String type) {
        if (type == null) {
            return null;
        }
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
            String bare = other.toLowerCase(java.util.Locale.ROOT);
            if (bare.equals("gpu") || bare.equals("gpus") || bare.equals("gres/gpu")) {
                asked.findings()
                        .error("unknown-resource", where, "there is no resource called " + other, "write gpu:2");
            } else {
                asked.notYet(where, "the resource " + Words.shorten(other) + " in --gres is", "remove it from --gres");
            }
        }
    }

    private static Optional<Source> mixesTypes(List<Source> sources) {
        boolean typed = sources.stream().flatMap(s -> s.total().stream()).anyMatch(gpu -> gpu.type() != null);
        return sources.stream()
                .filter(source -> typed && source.total().stream().anyMatch(gpu -> gpu.type() == null))
                .findFirst();
    }

    private static boolean sameTotal(Source a, Source b) {
        return sum(a.total()) == sum(b.total())
                && (anyType(a) || anyType(b) || byType(a).equals(byType(b)));
    }

    private static boolean anyType(Source source) {
        return source.total().stream().anyMatch(gpu -> gpu.type() == null);
    }

    private static Map<String, Integer> byType(Source source) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        source.total().forEach(gpu -> counts.put(gpu.type() == null ? "" : gpu.type(), gpu.count()));
        return counts;
    }

    private void sayDifferent(Source first, Source second) {
        asked.findings()
                .error(
                        "gpu-totals-differ",
                        second.setting(),
                        first.how() + " gives " + Words.gpus(first.total()) + ", " + second.how() + " gives "
                                + Words.gpus(second.total()),
                        "make them agree, or keep one of them");
    }

    private void error(SbatchOption option, String code, String message, String hint) {
        asked.findings().error(code, asked.whereOf(List.of(option)), message, hint);
    }

    private Optional<List<GpuCount>> gpus(SbatchOption option) {
        return asked.settings().value(option, GpuValue::readGpus);
    }

    private static long sum(List<GpuCount> gpus) {
        return gpus.stream().mapToLong(GpuCount::count).sum();
    }
}
