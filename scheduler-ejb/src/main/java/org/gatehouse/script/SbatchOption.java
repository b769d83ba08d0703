package org.gatehouse.script;

import static org.gatehouse.script.Argument.*;
import static org.gatehouse.script.Bearing.Fixed.*;

import java.util.Locale;

/**
 * Every option of sbatch, old and new releases together, and those of the container plugin most sites load. The long
 * name is the constant's name in small letters with hyphens. {@link #NO_LETTER} stands for "no short form".
 */
enum SbatchOption {
    ACCOUNT('A', TEXT, HONOURED, "the team that is charged"),
    ACCTG_FREQ(TEXT, NO_EFFECT, "how often use is sampled"),
    ARRAY('a', TEXT, PoolFeature.ARRAY, "the index set of an array"),
    BATCH(TEXT, PoolFeature.PLACEMENT, "features of the node that runs the script"),
    BB(TEXT, PoolFeature.BURST_BUFFER, "burst buffer"),
    BBF(TEXT, PoolFeature.BURST_BUFFER, "burst buffer file"),
    BEGIN('b', Argument.WHEN, PoolFeature.BEGIN, "the earliest start"),
    CHDIR('D', TEXT, HONOURED, "the folder it runs in"),
    CLUSTER_CONSTRAINT(TEXT, PoolFeature.CLUSTERS, "features of the cluster"),
    CLUSTERS('M', TEXT, PoolFeature.CLUSTERS, "the clusters to choose from"),
    COMMENT(TEXT, NO_EFFECT, "a comment"),
    CONSTRAINT('C', TEXT, PoolFeature.CONSTRAINT, "features the nodes must have"),
    CONTAINER(TEXT, PoolFeature.CONTAINER, "container bundle"),
    CONTAINER_ID(TEXT, PoolFeature.CONTAINER, "container name"),
    CONTEXT(TEXT, PoolFeature.ACCOUNTING_TAGS, "security context"),
    CONTIGUOUS(NONE, PoolFeature.PLACEMENT, "neighbouring nodes"),
    CORE_SPEC('S', TEXT, PoolFeature.TOPOLOGY, "cores kept for the system"),
    CORES_PER_SOCKET(COUNT, HONOURED, "cores per socket"),
    CPU_FREQ(TEXT, PoolFeature.FREQUENCY, "CPU frequency"),
    CPUS_PER_GPU(COUNT, HONOURED, "CPUs for each GPU"),
    CPUS_PER_TASK('c', COUNT, HONOURED, "CPUs for each task"),
    DEADLINE(Argument.WHEN, PoolFeature.DEADLINE, "the time by which it must have ended"),
    DELAY_BOOT(TEXT, PoolFeature.REBOOT, "how long to wait before nodes are rebooted"),
    DEPENDENCY('d', TEXT, PoolFeature.DEPENDENCY, "jobs it waits for"),
    DISTRIBUTION('m', TEXT, NO_EFFECT, "how tasks spread over nodes"),
    ERROR('e', TEXT, HONOURED, "the file for its error output"),
    EXCLUDE('x', TEXT, PoolFeature.NODELIST, "nodes to avoid"),
    EXCLUSIVE(Argument.EXCLUSIVE, PoolFeature.EXCLUSIVE, "nodes not shared with others"),
    EXPORT(TEXT, HONOURED, "the environment it gets"),
    EXPORT_FILE(TEXT, PoolFeature.ENVIRONMENT_FILE, "a file with the environment"),
    EXTRA(TEXT, NO_EFFECT, "free text for the site"),
    EXTRA_NODE_INFO('B', TEXT, HONOURED, "sockets, cores and threads"),
    GET_USER_ENV(OPTIONAL, PoolFeature.ENVIRONMENT_FILE, "the login environment"),
    GID(TEXT, NEVER, "the group it runs as"),
    GPU_BIND(TEXT, NO_EFFECT, "binding of tasks to GPUs"),
    GPU_FREQ(TEXT, PoolFeature.FREQUENCY, "GPU frequency"),
    GPUS('G', Argument.GPUS, HONOURED, "GPUs in all"),
    GPUS_PER_NODE(Argument.GPUS, HONOURED, "GPUs on each node"),
    GPUS_PER_SOCKET(Argument.GPUS, HONOURED, "GPUs on each socket"),
    GPUS_PER_TASK(Argument.GPUS, HONOURED, "GPUs for each task"),
    GRES(Argument.GRES, HONOURED, "generic resources on each node"),
    GRES_FLAGS(TEXT, NO_EFFECT, "rules for generic resources"),
    HELP('h', NONE, NEVER, "print help"),
    HINT(Argument.HINT, NO_EFFECT, "a hint about the kind of program"),
    HOLD('H', NONE, PoolFeature.HOLD, "wait until released"),
    IGNORE_PBS(NONE, NO_EFFECT, "do not read #PBS lines"),
    INPUT('i', TEXT, PoolFeature.INPUT, "the file it reads as standard input"),
    JOB_NAME('J', TEXT, HONOURED, "the name of the job"),
    KILL_ON_INVALID_DEP(Argument.YES_NO, PoolFeature.DEPENDENCY, "end when a dependency cannot be met"),
    LICENSES('L', TEXT, PoolFeature.LICENSES, "licenses"),
    MAIL_TYPE(Argument.MAIL, NO_EFFECT, "when to send mail"),
    MAIL_USER(TEXT, NO_EFFECT, "who gets mail"),
    MCS_LABEL(TEXT, PoolFeature.ACCOUNTING_TAGS, "security label"),
    MEM(MEMORY, HONOURED, "memory on each node"),
    MEM_BIND(TEXT, NO_EFFECT, "binding to memory"),
    MEM_PER_CPU(MEMORY, HONOURED, "memory for each CPU"),
    MEM_PER_GPU(MEMORY, HONOURED, "memory for each GPU"),
    MINCPUS(COUNT, HONOURED, "least CPUs on each node"),
    NETWORK(TEXT, PoolFeature.NETWORK, "network settings"),
    NICE(OPTIONAL, PoolFeature.PRIORITY, "lower priority"),
    NO_KILL('k', OPTIONAL, PoolFeature.PLACEMENT, "go on when a node fails"),
    NO_REQUEUE(NONE, HONOURED, "never start it again"),
    NODEFILE('F', TEXT, PoolFeature.PLACEMENT, "a file with nodes"),
    NODELIST('w', TEXT, PoolFeature.NODELIST, "nodes to run on"),
    NODES('N', Argument.NODES, HONOURED, "number of nodes"),
    NTASKS('n', COUNT, HONOURED, "number of tasks"),
    NTASKS_PER_CORE(COUNT, HONOURED, "tasks on each core"),
    NTASKS_PER_GPU(COUNT, HONOURED, "tasks for each GPU"),
    NTASKS_PER_NODE(COUNT, HONOURED, "tasks on each node"),
    NTASKS_PER_SOCKET(COUNT, HONOURED, "tasks on each socket"),
    OOM_KILL_STEP(OPTIONAL, PoolFeature.STEPS, "end the step when memory runs out"),
    OPEN_MODE(Argument.OPEN_MODE, HONOURED, "append to log files or start them anew"),
    OUTPUT('o', TEXT, HONOURED, "the file for its output"),
    OVERCOMMIT('O', NONE, PoolFeature.SHARING, "several tasks on a CPU"),
    OVERSUBSCRIBE('s', OPTIONAL, PoolFeature.SHARING, "share its CPUs with other jobs"),
    PARSABLE(NONE, NO_EFFECT, "short output of sbatch"),
    PARTITION('p', TEXT, HONOURED, "the partition"),
    POWER(TEXT, NO_EFFECT, "power management"),
    PREFER(TEXT, PoolFeature.PLACEMENT, "features the nodes should have"),
    PRIORITY(TEXT, PoolFeature.PRIORITY, "a fixed priority"),
    PROFILE(TEXT, NO_EFFECT, "what is sampled for accounting"),
    PROPAGATE(OPTIONAL, PoolFeature.RESOURCE_LIMITS, "resource limits taken along"),
    QOS('q', TEXT, PoolFeature.QOS, "quality of service"),
    QUIET('Q', NONE, NO_EFFECT, "say less"),
    REBOOT(NONE, PoolFeature.REBOOT, "reboot nodes first"),
    REQUEUE(NONE, PoolFeature.REQUEUE, "start it again after a failure of the node"),
    RESERVATION(TEXT, PoolFeature.RESERVATION, "a reservation"),
    RESV_PORTS(OPTIONAL, PoolFeature.STEPS, "reserved ports"),
    SEGMENT(TEXT, PoolFeature.PLACEMENT, "size of a block of nodes"),
    SIGNAL(Argument.SIGNAL, PoolFeature.SIGNAL, "a signal before the end"),
    SOCKETS_PER_NODE(COUNT, HONOURED, "sockets on each node"),
    SPREAD_JOB(NONE, PoolFeature.PLACEMENT, "spread over many nodes"),
    STEPMGR(NONE, PoolFeature.STEPS, "a step manager of its own"),
    SWITCHES(TEXT, PoolFeature.PLACEMENT, "most network switches"),
    TEST_ONLY(NONE, NEVER, "only test when it would start"),
    THREAD_SPEC(TEXT, PoolFeature.TOPOLOGY, "threads kept for the system"),
    THREADS_PER_CORE(COUNT, HONOURED, "threads on each core"),
    TIME('t', Argument.TIME, HONOURED, "the time limit"),
    TIME_MIN(Argument.TIME, PoolFeature.TIME_MIN, "the least time limit"),
    TMP(MEMORY, PoolFeature.LOCAL_DISK, "local disk space"),
    TRES_BIND(TEXT, NO_EFFECT, "binding to resources"),
    TRES_PER_TASK(TEXT, PoolFeature.TRES, "resources for each task"),
    UID(TEXT, NEVER, "the account it runs as"),
    USAGE(NONE, NEVER, "print a short help"),
    USE_MIN_NODES(NONE, NO_EFFECT, "prefer fewer nodes"),
    VERBOSE('v', NONE, NO_EFFECT, "say more"),
    VERSION('V', NONE, NEVER, "print the version"),
    WAIT('W', NONE, NO_EFFECT, "sbatch waits for the end"),
    WAIT_ALL_NODES(TEXT, PoolFeature.PLACEMENT, "wait until all nodes are ready"),
    WCKEY(TEXT, NO_EFFECT, "a key for accounting"),
    WRAP(OPTIONAL, NO_EFFECT, "a command in place of a script"),
    CONTAINER_IMAGE(TEXT, PoolFeature.CONTAINER, "container image"),
    CONTAINER_MOUNTS(TEXT, PoolFeature.CONTAINER, "folders seen in the container"),
    CONTAINER_WORKDIR(TEXT, PoolFeature.CONTAINER, "folder in the container"),
    CONTAINER_NAME(TEXT, PoolFeature.CONTAINER, "name of the container"),
    CONTAINER_SAVE(TEXT, PoolFeature.CONTAINER, "where the container is saved"),
    CONTAINER_MOUNT_HOME(NONE, PoolFeature.CONTAINER, "home folder in the container"),
    NO_CONTAINER_MOUNT_HOME(NONE, PoolFeature.CONTAINER, "no home folder in the container"),
    CONTAINER_REMAP_ROOT(NONE, PoolFeature.CONTAINER, "root in the container"),
    NO_CONTAINER_REMAP_ROOT(NONE, PoolFeature.CONTAINER, "not root in the container"),
    CONTAINER_ENTRYPOINT(NONE, PoolFeature.CONTAINER, "run the image's entry point"),
    NO_CONTAINER_ENTRYPOINT(NONE, PoolFeature.CONTAINER, "skip the image's entry point"),
    CONTAINER_ENTRYPOINT_LOG(NONE, PoolFeature.CONTAINER, "show the entry point's output"),
    CONTAINER_ENV(TEXT, PoolFeature.CONTAINER, "variables of the container that win"),
    CONTAINER_WRITABLE(NONE, PoolFeature.CONTAINER, "a container that can be written"),
    CONTAINER_READONLY(NONE, PoolFeature.CONTAINER, "a container that cannot be written");

    static final char NO_LETTER = 0;

    private final char letter;
    private final Argument argument;
    /** All that is permitted as a bearing is an enum, so this one is immutable too. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Bearing bearing;

    private final String meaning;
    private final String longName;

    SbatchOption(char letter, Argument argument, Bearing bearing, String meaning) {
        this.letter = letter;
        this.argument = argument;
        this.bearing = bearing;
        this.meaning = meaning;
        this.longName = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    SbatchOption(Argument argument, Bearing bearing, String meaning) {
        this('\0', argument, bearing, meaning);
    }

    char letter() {
        return letter;
    }

    Argument argument() {
        return argument;
    }

    Bearing bearing() {
        return bearing;
    }

    String meaning() {
        return meaning;
    }

    String longName() {
        return longName;
    }

    /** As people write it: {@code --time}. */
    String dashed() {
        return "--" + longName;
    }

    /** Options of a plugin take no part in abbreviations: sites without it must read abbreviations the same way. */
    boolean isOfPlugin() {
        return compareTo(CONTAINER_IMAGE) >= 0;
    }
}
