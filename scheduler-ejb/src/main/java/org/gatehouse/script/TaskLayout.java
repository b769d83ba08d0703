package org.gatehouse.script;

import java.util.List;
import java.util.Optional;
import org.gatehouse.script.CountValue.NodeRange;

/**
 * Nodes, tasks and the CPUs of a task.
 *
 * @param nodes the least number that was asked for, as far as the pool honours it
 */
record TaskLayout(int nodes, int tasks, int cpusPerTask) {

    static TaskLayout of(Asked asked, GpuTally gpus) {
        Settings settings = asked.settings();
        var range = settings.value(SbatchOption.NODES, CountValue::readNodes);
        int cpus = settings.value(SbatchOption.CPUS_PER_TASK, CountValue::read).orElse(1);
        var each = settings.value(SbatchOption.NTASKS_PER_NODE, CountValue::read);
        var tasks = settings.value(SbatchOption.NTASKS, CountValue::read);
        int nodes = nodes(asked, range);
        if (tasks.isPresent()) {
            int needed = each.map(perNode -> Math.ceilDiv(tasks.get(), perNode)).orElse(1);
            checkRoom(asked, nodes, range, needed);
            return new TaskLayout(
                    asked.offer().honours(PoolFeature.NODES_MULTI) ? Math.max(nodes, needed) : 1, tasks.get(), cpus);
        }
        long count = each.map(perNode -> (long) perNode * nodes)
                .orElse(gpus.tasks(nodes).orElse(nodes));
        return new TaskLayout(nodes, (int) Math.min(count, Digits.LARGEST), cpus);
    }

    /** Whether the number of tasks is said, or follows from GPUs: without it GPUs per task mean nothing. */
    static boolean tasksKnown(Settings settings) {
        return List.of(SbatchOption.NTASKS, SbatchOption.NTASKS_PER_NODE, SbatchOption.NODES, SbatchOption.GPUS)
                .stream()
                .anyMatch(settings::has);
    }

    long totalCpus() {
        return (long) tasks * cpusPerTask;
    }

    private static int nodes(Asked asked, Optional<NodeRange> range) {
        long least = range.map(NodeRange::least).orElse(1L);
        if (asked.offer().honours(PoolFeature.NODES_MULTI)) {
            return (int) least;
        }
        if (least > 1) {
            asked.notYet(
                    asked.whereOf(List.of(SbatchOption.NODES)),
                    "a job on " + least + " nodes is",
                    "write --nodes=1, or choose another pool");
        }
        return 1;
    }

    private static void checkRoom(Asked asked, int nodes, Optional<NodeRange> range, int needed) {
        if (needed <= nodes) {
            return;
        }
        var where = asked.whereOf(List.of(SbatchOption.NTASKS_PER_NODE));
        if (range.isPresent() && range.get().most() < needed) {
            asked.findings()
                    .error(
                            "too-many-tasks",
                            where,
                            "--ntasks with --ntasks-per-node needs " + needed + " nodes, --nodes allows "
                                    + range.get().most(),
                            "make --ntasks at most --nodes times --ntasks-per-node");
        } else if (!asked.offer().honours(PoolFeature.NODES_MULTI)) {
            asked.notYet(
                    where,
                    "--ntasks with --ntasks-per-node needs " + needed + " nodes, and a job on several nodes is",
                    "make --ntasks-per-node at least --ntasks");
        }
    }
}
