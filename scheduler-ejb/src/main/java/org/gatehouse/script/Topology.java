package org.gatehouse.script;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is said of sockets, cores and threads. A pool's node counts as one socket whose cores are its CPUs, with one thread
 * each; what can be had on such nodes is taken, the rest refused.
 *
 * @param cores the least number of CPUs that a node must have
 * @param tasks of {@code -B}, from which sbatch takes the number of tasks where nothing else says it
 */
record Topology(int cores, OptionalInt tasks) {
    private static final String ANY = "*";

    static Topology of(Asked asked) {
        var levels = asked.settings().get(SbatchOption.EXTRA_NODE_INFO).orElse(null);
        String[] three = levels == null ? new String[0] : levels.text().split(":", 4);
        int sockets = count(asked, SbatchOption.SOCKETS_PER_NODE, level(asked, levels, three, 0));
        int cores = count(asked, SbatchOption.CORES_PER_SOCKET, level(asked, levels, three, 1));
        int threads = count(asked, SbatchOption.THREADS_PER_CORE, level(asked, levels, three, 2));
        int perCore = count(asked, SbatchOption.NTASKS_PER_CORE, 1);
        if (three.length > 3) {
            sayBad(asked, levels);
        }
        refuse(asked, SbatchOption.SOCKETS_PER_NODE, sockets, "a node counts as one socket here: several sockets are");
        refuse(asked, SbatchOption.THREADS_PER_CORE, threads, "a CPU counts as one thread here: several threads are");
        refuse(
                asked,
                SbatchOption.NTASKS_PER_CORE,
                perCore,
                "each task has CPUs of its own here: several on a core are");
        long product = (long) Math.max(1, sockets) * Math.max(1, cores) * Math.max(1, threads);
        boolean implied = levels != null && !asked.settings().has(SbatchOption.NTASKS);
        return new Topology(
                cores, implied ? OptionalInt.of((int) Math.min(product, Digits.LARGEST)) : OptionalInt.empty());
    }

    /** What {@code -B} says of a level: 1 for nothing or a star. */
    private static int level(Asked asked, @Nullable Setting levels, String[] three, int at) {
        if (levels == null || at >= three.length || three[at].equals(ANY) || (three[at].isEmpty() && at > 0)) {
            return 1;
        }
        if (CountValue.read(three[at]) instanceof Read.Good<Integer>(Integer count)) {
            return count;
        }
        sayBad(asked, levels);
        return 1;
    }

    private static void sayBad(Asked asked, @Nullable Setting levels) {
        if (levels != null) {
            asked.findings()
                    .error(
                            "bad-value",
                            levels,
                            levels.named() + ": \"" + Words.shorten(levels.text()) + "\" is no layout of a node",
                            "write sockets:cores:threads, such as 1:4:1, or * for any");
        }
    }

    private static int count(Asked asked, SbatchOption option, int otherwise) {
        return asked.settings().value(option, CountValue::read).orElse(otherwise);
    }

    private static void refuse(Asked asked, SbatchOption option, int count, String what) {
        if (count > 1) {
            asked.notYet(
                    asked.whereOf(List.of(option, SbatchOption.EXTRA_NODE_INFO)),
                    what,
                    "remove " + option.dashed() + ", or ask for 1");
        }
    }
}
