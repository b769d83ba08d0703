package org.gatehouse.node.local;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOrder.Share;

/**
 * The environment of a job: nothing of the portal's, the account's basics, Slurm's variables that scripts use, then what
 * the person asked for. The names are documented in docs/environment.md.
 */
final class JobEnvironment {

    private static final String PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

    private JobEnvironment() {}

    static Map<String, String> of(StartOrder order, String pool, boolean simulated, Account account, Path workFolder) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", PATH);
        env.put("HOME", account.area().toString());
        env.put("USER", account.login());
        env.put("LOGNAME", account.login());
        env.put("SHELL", "/bin/bash");
        env.put("LANG", "C.UTF-8");
        env.put("GATEHOUSE_JOB_ID", Long.toString(order.job().id()));
        env.put("GATEHOUSE_ATTEMPT", order.attempt().toString());
        env.put("GATEHOUSE_POOL", pool);
        if (simulated) {
            env.put("GATEHOUSE_SIMULATED", "1");
        }
        putJob(env, order, pool, account, workFolder);
        putShare(env, order);
        env.putAll(order.program().environment());
        env.values().removeIf(value -> value.indexOf('\0') >= 0);
        return env;
    }

    private static void putJob(
            Map<String, String> env, StartOrder order, String pool, Account account, Path workFolder) {
        StartOrder.Job job = order.job();
        String id = Long.toString(job.id());
        env.put("SLURM_JOB_ID", id);
        env.put("SLURM_JOBID", id);
        env.put("SLURM_JOB_NAME", job.name());
        env.put("SLURM_JOB_ACCOUNT", job.team());
        env.put("SLURM_JOB_PARTITION", job.partition());
        env.put("SLURM_JOB_USER", account.login());
        env.put("SLURM_JOB_UID", Integer.toString(account.uid()));
        env.put("SLURM_CLUSTER_NAME", pool);
        env.put("SLURM_SUBMIT_DIR", workFolder.toString());
        env.put("SLURM_NTASKS", Integer.toString(job.tasks()));
        env.put("SLURM_NPROCS", Integer.toString(job.tasks()));
        env.put("SLURM_CPUS_PER_TASK", Integer.toString(job.cpusPerTask()));
        if (job.restarts() > 0) {
            env.put("SLURM_RESTART_COUNT", Integer.toString(job.restarts()));
        }
    }

    private static void putShare(Map<String, String> env, StartOrder order) {
        Share first = order.shares().getFirst();
        String nodes = order.shares().stream().map(Share::node).collect(Collectors.joining(","));
        String count = Integer.toString(order.shares().size());
        String gpus = first.gpuIndices().stream().map(String::valueOf).collect(Collectors.joining(","));
        env.put("SLURM_JOB_NODELIST", nodes);
        env.put("SLURM_NODELIST", nodes);
        env.put("SLURM_JOB_NUM_NODES", count);
        env.put("SLURM_NNODES", count);
        env.put("SLURMD_NODENAME", first.node());
        env.put("SLURM_NODEID", "0");
        env.put("SLURM_PROCID", "0");
        env.put("SLURM_LOCALID", "0");
        env.put("SLURM_CPUS_ON_NODE", Integer.toString(first.cpus()));
        env.put("SLURM_JOB_CPUS_PER_NODE", Integer.toString(first.cpus()));
        env.put("SLURM_TASKS_PER_NODE", Integer.toString(order.job().tasks()));
        env.put("SLURM_MEM_PER_NODE", Long.toString(first.memoryMiB()));
        // Empty for a job without GPUs: it must not see the machine's.
        env.put("CUDA_VISIBLE_DEVICES", gpus);
        env.put("GPU_DEVICE_ORDINAL", gpus);
        if (!first.gpuIndices().isEmpty()) {
            env.put("SLURM_JOB_GPUS", gpus);
            env.put("SLURM_GPUS_ON_NODE", Integer.toString(first.gpuIndices().size()));
        }
    }
}
