package org.gatehouse.node.local;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.node.spi.StartOrder;

/**
 * The environment of a job: nothing of the portal's, the account's basics, Slurm's variables that scripts use, then what
 * the person asked for. The names are documented in docs/environment.md.
 *
 * @param pool its name
 * @param simulated whether its nodes are declared only
 * @param host the machine's name
 * @param tools the folder with srun, first in PATH
 */
record JobEnvironment(String pool, boolean simulated, String host, Optional<Path> tools) {

    private static final String PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

    Map<String, String> of(StartOrder order, Account account, Path workFolder, Instant now) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", tools.map(folder -> folder + ":" + PATH).orElse(PATH));
        env.put("HOME", account.area().toString());
        env.put("USER", account.login());
        env.put("LOGNAME", account.login());
        env.put("SHELL", "/bin/bash");
        env.put("LANG", "C.UTF-8");
        env.put("TMPDIR", "/tmp");
        env.put("GATEHOUSE_JOB_ID", Long.toString(order.job().id()));
        env.put("GATEHOUSE_ATTEMPT", order.attempt().toString());
        env.put("GATEHOUSE_POOL", pool);
        env.put("GATEHOUSE_SHARES", SlurmVariables.allocation(order.shares()));
        if (simulated) {
            env.put("GATEHOUSE_SIMULATED", "1");
        }
        var slurm = new SlurmVariables(env);
        slurm.putJob(order.job());
        slurm.putTimes(now, order.limits());
        slurm.putShares(order.shares());
        slurm.put("SLURM_JOB_USER", account.login());
        slurm.put("SLURM_JOB_UID", account.uid());
        slurm.put("SLURM_CLUSTER_NAME", pool);
        slurm.put("SLURM_SUBMIT_DIR", workFolder.toString());
        slurm.put("SLURM_SUBMIT_HOST", host);
        env.putAll(order.program().environment());
        env.values().removeIf(value -> value.indexOf('\0') >= 0);
        return env;
    }
}
