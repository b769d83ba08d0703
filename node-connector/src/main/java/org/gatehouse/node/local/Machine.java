package org.gatehouse.node.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gatehouse.node.spi.Inventory.Gpu;
import org.gatehouse.node.spi.Inventory.Node;

/** What this machine has: its CPUs, its memory, and the GPUs that nvidia-smi tells of. */
final class Machine {

    private static final System.Logger LOG = System.getLogger(Machine.class.getName());

    private Machine() {}

    static Node describe(List<String> partitions) {
        return new Node(
                name(),
                Runtime.getRuntime().availableProcessors(),
                memoryMiB(),
                gpus(List.of("nvidia-smi", "--query-gpu=index,name", "--format=csv,noheader")),
                partitions,
                List.of(),
                true);
    }

    static String name() {
        try {
            String host = InetAddress.getLocalHost().getHostName();
            int dot = host.indexOf('.');
            return dot > 0 ? host.substring(0, dot) : host;
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static long memoryMiB() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the machine's memory cannot be read", e);
        }
        return Runtime.getRuntime().maxMemory() >> 20;
    }

    /** The GPUs that {@code command} lists as lines of index and name; none when it is not there or fails. */
    static List<Gpu> gpus(List<String> command) {
        List<Gpu> found = new ArrayList<>();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            // A driver in trouble makes nvidia-smi hang: then there are no GPUs to offer.
            CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS).execute(process::destroyForcibly);
            try (var out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    gpu(line, found);
                }
            }
            if (process.waitFor() != 0) {
                return List.of();
            }
        } catch (IOException e) {
            return List.of(); // no such command: no GPUs
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return found;
    }

    private static void gpu(String line, List<Gpu> found) {
        String[] parts = line.split(",", 2);
        if (parts.length == 2 && parts[0].strip().matches("\\d{1,4}")) {
            found.add(new Gpu(Integer.parseInt(parts[0].strip()), type(parts[1])));
        }
    }

    /** {@code NVIDIA A100-SXM4-80GB} is an a100, {@code Tesla V100-PCIE-32GB} a v100, {@code NVIDIA RTX A6000} an a6000. */
    static String type(String name) {
        String plain =
                name.strip().toLowerCase(Locale.ROOT).replaceAll("^(nvidia|tesla|geforce|quadro|rtx|gtx|\\s)+", "");
        String first = plain.split("[\\s-]+", 2)[0].replaceAll("[^a-z0-9_.]", "");
        return first.isEmpty() ? "gpu" : first;
    }
}
