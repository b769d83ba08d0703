package org.gatehouse.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gatehouse.script.Finding.Where;

/**
 * Turns the {@code SBATCH_*} variables of whoever submits into settings. Of other releases' variables the names are read
 * too; one that no release reads is warned of.
 */
final class EnvironmentFields {
    private static final String PREFIX = "SBATCH_";

    /** Options of which the variable bears the name. */
    private static final List<SbatchOption> SAME_NAME = List.of(
            SbatchOption.ACCOUNT,
            SbatchOption.ACCTG_FREQ,
            SbatchOption.BATCH,
            SbatchOption.CLUSTERS,
            SbatchOption.CLUSTER_CONSTRAINT,
            SbatchOption.CONSTRAINT,
            SbatchOption.CONTAINER,
            SbatchOption.CONTAINER_ID,
            SbatchOption.CORE_SPEC,
            SbatchOption.CPUS_PER_GPU,
            SbatchOption.DELAY_BOOT,
            SbatchOption.DISTRIBUTION,
            SbatchOption.ERROR,
            SbatchOption.EXCLUSIVE,
            SbatchOption.EXPORT,
            SbatchOption.GET_USER_ENV,
            SbatchOption.GPU_BIND,
            SbatchOption.GPU_FREQ,
            SbatchOption.GPUS,
            SbatchOption.GPUS_PER_NODE,
            SbatchOption.GPUS_PER_TASK,
            SbatchOption.GRES,
            SbatchOption.GRES_FLAGS,
            SbatchOption.HINT,
            SbatchOption.IGNORE_PBS,
            SbatchOption.INPUT,
            SbatchOption.JOB_NAME,
            SbatchOption.MEM_BIND,
            SbatchOption.MEM_PER_CPU,
            SbatchOption.MEM_PER_GPU,
            SbatchOption.NETWORK,
            SbatchOption.NO_KILL,
            SbatchOption.NO_REQUEUE,
            SbatchOption.OPEN_MODE,
            SbatchOption.OUTPUT,
            SbatchOption.OVERCOMMIT,
            SbatchOption.PARTITION,
            SbatchOption.POWER,
            SbatchOption.PROFILE,
            SbatchOption.QOS,
            SbatchOption.REQUEUE,
            SbatchOption.RESERVATION,
            SbatchOption.SIGNAL,
            SbatchOption.SPREAD_JOB,
            SbatchOption.THREAD_SPEC,
            SbatchOption.THREADS_PER_CORE,
            SbatchOption.TRES_BIND,
            SbatchOption.TRES_PER_TASK,
            SbatchOption.USE_MIN_NODES,
            SbatchOption.WAIT,
            SbatchOption.WAIT_ALL_NODES,
            SbatchOption.WCKEY);

    private static final Map<String, SbatchOption> BY_VARIABLE = new TreeMap<>(Map.of(
            "SBATCH_ARRAY_INX", SbatchOption.ARRAY,
            "SBATCH_DEBUG", SbatchOption.VERBOSE,
            "SBATCH_MEM_PER_NODE", SbatchOption.MEM,
            "SBATCH_OOMKILLSTEP", SbatchOption.OOM_KILL_STEP,
            "SBATCH_REQ_SWITCH", SbatchOption.SWITCHES,
            "SBATCH_SEGMENT_SIZE", SbatchOption.SEGMENT,
            "SBATCH_TIMELIMIT", SbatchOption.TIME,
            "SBATCH_WAIT4SWITCH", SbatchOption.SWITCHES));

    static {
        SAME_NAME.forEach(option -> BY_VARIABLE.put(PREFIX + option.name(), option));
    }

    /** Of all variables, what stands behind the prefix. */
    private static final List<String> NAMES = BY_VARIABLE.keySet().stream()
            .map(variable -> variable.substring(PREFIX.length()))
            .toList();

    private EnvironmentFields() {}

    static List<Setting> read(Map<String, String> environment, Findings findings) {
        var settings = new ArrayList<Setting>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            SbatchOption option = BY_VARIABLE.get(variable);
            if (option != null) {
                add(variable, option, value, settings);
            } else if (variable.startsWith(PREFIX)) {
                findings.warning(
                        "unknown-variable",
                        new Where(null, variable),
                        "sbatch reads no variable " + Words.shorten(variable),
                        Nearest.of(variable.substring(PREFIX.length()), NAMES)
                                .map(near -> "did you mean " + PREFIX + near + "?")
                                .orElse(null));
            }
        });
        return settings;
    }

    private static void add(String variable, SbatchOption option, String value, List<Setting> settings) {
        switch (option.argument()) {
            case NONE -> {
                if (isOn(value)) {
                    settings.add(new Setting(option, null, null, variable));
                }
            }
            case OPTIONAL, EXCLUSIVE ->
                settings.add(new Setting(option, value.isEmpty() ? null : value, null, variable));
            case TEXT, COUNT, NODES, MEMORY, TIME, GPUS, GRES, OPEN_MODE, SIGNAL, WHEN, YES_NO, MAIL, HINT ->
                settings.add(new Setting(option, value, null, variable));
        }
    }

    /** Nothing, {@code yes} or a number other than 0 sets a switch; anything else leaves it as it is. */
    private static boolean isOn(String value) {
        return value.isEmpty() || value.equalsIgnoreCase("yes") || Digits.plain(value) > 0;
    }
}
