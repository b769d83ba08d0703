package org.gatehouse.node.local;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOrder.ArrayTask;
import org.gatehouse.node.spi.StartOrder.Share;

/** Slurm's variables in a job's script, with Slurm's meaning. The script runs on the first node and sees that node's GPUs. */
final class SlurmVariables {

    private final Map<String, String> env;

    SlurmVariables(Map<String, String> env) {
        this.env = env;
    }

    void putJob(StartOrder.Job job) {
        put("SLURM_JOB_ID", job.id());
        put("SLURM_JOBID", job.id());
        put("SLURM_JOB_NAME", job.name());
        put("SLURM_JOB_ACCOUNT", job.team());
        put("SLURM_JOB_PARTITION", job.partition());
        put("SLURM_NTASKS", job.tasks());
        put("SLURM_NPROCS", job.tasks());
        put("SLURM_CPUS_PER_TASK", job.cpusPerTask());
        if (job.restarts() > 0) {
            put("SLURM_RESTART_COUNT", job.restarts());
        }
        job.arrayTask().ifPresent(this::putArray);
    }

    private void putArray(ArrayTask task) {
        put("SLURM_ARRAY_JOB_ID", task.array());
        put("SLURM_ARRAY_TASK_ID", task.index());
        put("SLURM_ARRAY_TASK_COUNT", task.count());
        put("SLURM_ARRAY_TASK_MIN", task.lowest());
        put("SLURM_ARRAY_TASK_MAX", task.highest());
        put("SLURM_ARRAY_TASK_STEP", task.step());
    }

    void putTimes(Instant start, StartOrder.Limits limits) {
        put("SLURM_JOB_START_TIME", start.getEpochSecond());
        put("SLURM_JOB_END_TIME", start.plus(limits.time()).getEpochSecond());
    }

    void putShares(List<Share> shares) {
        Share first = shares.getFirst();
        String nodes = NodeNames.compressed(shares.stream().map(Share::node).toList());
        put("SLURM_JOB_NODELIST", nodes);
        put("SLURM_NODELIST", nodes);
        put("SLURM_JOB_NUM_NODES", shares.size());
        put("SLURM_NNODES", shares.size());
        put(
                "SLURM_JOB_CPUS_PER_NODE",
                NodeNames.repeats(shares.stream().map(Share::cpus).toList()));
        put(
                "SLURM_TASKS_PER_NODE",
                NodeNames.repeats(shares.stream().map(Share::tasks).toList()));
        put("SLURMD_NODENAME", first.node());
        put("SLURM_NODEID", 0);
        put("SLURM_PROCID", 0);
        put("SLURM_LOCALID", 0);
        put("SLURM_GTIDS", 0);
        put("SLURM_CPUS_ON_NODE", first.cpus());
        put("SLURM_MEM_PER_NODE", first.memoryMiB());
        String gpus = gpus(first);
        // Empty for a job without GPUs: it must not see the machine's.
        put("CUDA_VISIBLE_DEVICES", gpus);
        put("GPU_DEVICE_ORDINAL", gpus);
        if (!first.gpuIndices().isEmpty()) {
            put("SLURM_JOB_GPUS", gpus);
            put("SLURM_GPUS_ON_NODE", first.gpuIndices().size());
        }
    }

    /** What srun reads: {@code name:tasks:cpus:gpu,gpu;...} (src/main/c/step/shares.c). */
    static String allocation(List<Share> shares) {
        return shares.stream()
                .map(share -> share.node() + ":" + share.tasks() + ":" + share.cpus() + ":" + gpus(share))
                .collect(Collectors.joining(";"));
    }

    private static String gpus(Share share) {
        return share.gpuIndices().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    void put(String name, long value) {
        put(name, Long.toString(value));
    }

    void put(String name, String value) {
        env.put(name, value);
    }
}
