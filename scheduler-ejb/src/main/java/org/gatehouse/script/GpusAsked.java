package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * GPUs as asked for: each way of asking is a source. With a number of nodes and of tasks each source gives a total for the
 * whole job; where there are several they must agree, in counts and in whether a type is named.
 */
record GpusAsked(List<Source> sources) {

    /** What a source's counts are multiplied by. */
    enum Basis {
        NODE,
        TASK,
        JOB
    }

    /** @param each count by type; the empty type is "any" */
    record Source(Setting setting, Basis basis, Map<String, Integer> each) {
        Source {
            each = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(each));
        }

        long sum() {
            return each.values().stream().mapToLong(Integer::longValue).sum();
        }

        private long times(int nodes, int tasks) {
            return switch (basis) {
                case NODE -> nodes;
                case TASK -> tasks;
                case JOB -> 1;
            };
        }

        Map<String, Long> total(int nodes, int tasks) {
            Map<String, Long> total = new LinkedHashMap<>();
            each.forEach((type, count) -> total.put(type, count * times(nodes, tasks)));
            return total;
        }

        /** For messages: the option and what it was multiplied by. */
        String how(int nodes, int tasks) {
            long times = times(nodes, tasks);
            return setting.shown() + (times == 1 ? "" : " times " + times);
        }
    }

    GpusAsked {
        sources = List.copyOf(sources);
    }

    private Optional<Source> by(Basis basis) {
        return sources.stream().filter(source -> source.basis() == basis).findFirst();
    }

    /** The total of all GPUs, as far as it does not depend on tasks; 0 where it does. */
    long total(int nodes) {
        var job = by(Basis.JOB).map(Source::sum);
        return job.orElseGet(
                () -> by(Basis.NODE).map(source -> source.sum() * nodes).orElse(0L));
    }

    /** More nodes than GPUs in all are never needed for their sake; 1 where no total is said. */
    long mostNodes() {
        return Math.max(1, by(Basis.JOB).map(Source::sum).orElse(1L));
    }

    long perTask() {
        return by(Basis.TASK).map(Source::sum).orElse(0L);
    }

    boolean none() {
        return sources.stream().allMatch(source -> source.each().isEmpty());
    }

    /** The first source that gives another total than the one before it. */
    Optional<Source> disagreeing(int nodes, int tasks) {
        return sources.stream()
                .filter(source ->
                        !source.total(nodes, tasks).equals(sources.getFirst().total(nodes, tasks)))
                .findFirst();
    }

    /** GPUs of node {@code index} of {@code nodes}, which has {@code tasks} tasks; a total spreads evenly. */
    List<GpuCount> onNode(int index, int nodes, int tasks) {
        Source source =
                by(Basis.NODE).or(() -> by(Basis.TASK)).or(() -> by(Basis.JOB)).orElse(null);
        return source == null ? List.of() : counts(source, index, nodes, tasks);
    }

    /** Whether the GPUs of a node will do for its tasks. */
    boolean enoughForTasks(List<GpuCount> onNode, int tasks) {
        long has = onNode.stream().mapToLong(GpuCount::count).sum();
        return perTask() * tasks <= has;
    }

    private static List<GpuCount> counts(Source source, int index, int nodes, int tasks) {
        var counts = new ArrayList<GpuCount>();
        source.each().forEach((type, each) -> {
            long count = switch (source.basis()) {
                case NODE -> each;
                case TASK -> (long) each * tasks;
                case JOB -> each / nodes + (index < each % nodes ? 1 : 0);
            };
            if (count > 0) {
                counts.add(new GpuCount(typeOrNull(type), (int) Math.min(count, Digits.LARGEST)));
            }
        });
        return List.copyOf(counts);
    }

    static @Nullable String typeOrNull(String type) {
        return type.isEmpty() ? null : type;
    }

    /** Some source names types and another, or the same, does not. */
    Optional<Source> mixingTypes() {
        boolean typed = sources.stream()
                .anyMatch(source -> source.each().keySet().stream().anyMatch(type -> !type.isEmpty()));
        return typed
                ? sources.stream()
                        .filter(source -> source.each().containsKey(""))
                        .findFirst()
                : Optional.empty();
    }
}
