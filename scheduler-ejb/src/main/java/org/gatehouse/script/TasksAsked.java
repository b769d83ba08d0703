package org.gatehouse.script;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.gatehouse.script.CountValue.NodeRange;

/**
 * Tasks and their CPUs as asked for, before it is known over how many nodes they spread.
 *
 * @param inAll empty where nothing says it, so that it follows from nodes or GPUs
 * @param perNode with {@code inAll} the most on a node, else how many on each
 * @param perGpu tasks for each GPU; never with {@code perNode}
 * @param cpusPerTask at least 1
 */
record TasksAsked(OptionalInt inAll, OptionalInt perNode, OptionalInt perGpu, int cpusPerTask) {
    private static final List<SbatchOption> PER_NODE =
            List.of(SbatchOption.NTASKS_PER_NODE, SbatchOption.NTASKS_PER_SOCKET);

    static TasksAsked of(Asked asked, Topology topology) {
        Settings settings = asked.settings();
        var perNode = PER_NODE.stream()
                .flatMap(option -> settings.value(option, CountValue::read).stream())
                .mapToInt(Integer::intValue)
                .min();
        var perGpu = count(settings, SbatchOption.NTASKS_PER_GPU);
        if (perGpu.isPresent() && perNode.isPresent()) {
            asked.findings()
                    .error(
                            "tasks-options-exclusive",
                            asked.whereOf(List.of(SbatchOption.NTASKS_PER_GPU)),
                            "--ntasks-per-gpu excludes a number of tasks for each node or socket",
                            "keep one of them");
        }
        var inAll = count(settings, SbatchOption.NTASKS);
        return new TasksAsked(
                inAll.isPresent() ? inAll : topology.tasks(),
                perNode,
                perGpu,
                count(settings, SbatchOption.CPUS_PER_TASK).orElse(1));
    }

    private static OptionalInt count(Settings settings, SbatchOption option) {
        Optional<Integer> count = settings.value(option, CountValue::read);
        return count.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** The fewest nodes that the tasks need by what is said of tasks alone. */
    int leastNodes() {
        return inAll.isPresent() && perNode.isPresent() ? Math.ceilDiv(inAll.getAsInt(), perNode.getAsInt()) : 1;
    }

    /** A job has no more nodes than tasks: sbatch lowers what {@code --nodes} says, and so is done here. */
    NodeRange capped(NodeRange range) {
        return inAll.isPresent() && inAll.getAsInt() < range.most()
                ? new NodeRange(Math.min(range.least(), inAll.getAsInt()), inAll.getAsInt())
                : range;
    }

    /** Tasks of node {@code index} of {@code nodes}, where {@code tasks} spread over them: evenly, the fuller nodes first. */
    int onNode(int index, int nodes, int tasks) {
        if (inAll.isPresent() && perNode.isPresent() && leastNodes() == nodes) {
            int each = perNode.getAsInt();
            return Math.min(each, tasks - index * each);
        }
        return tasks / nodes + (index < tasks % nodes ? 1 : 0);
    }
}
