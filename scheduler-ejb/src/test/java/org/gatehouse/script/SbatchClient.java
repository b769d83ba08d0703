package org.gatehouse.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The real sbatch as an oracle: with {@code -vv} it prints the options it read, and then fails to connect to a controller
 * whose address answers nothing.
 */
final class SbatchClient {
    private static final String PROMPT = "sbatch: ";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path folder;

    /**
     * What it read.
     *
     * @param options by long name, as printed; empty when it refused
     * @param words all it said
     */
    record Answer(Optional<Map<String, String>> options, String words) {}

    SbatchClient(Path folder) throws IOException {
        this.folder = folder;
        Files.writeString(folder.resolve("slurm.conf"), """
                ClusterName=none
                SlurmctldHost=nowhere(127.0.0.1)
                SlurmctldPort=9
                AuthType=auth/none
                CredType=cred/none
                MessageTimeout=1
                SelectType=select/cons_tres
                """);
    }

    static Optional<Path> onPath() {
        String path = System.getenv("PATH");
        return Arrays.stream((path == null ? "" : path).split(":", -1))
                .map(part -> Path.of(part.isEmpty() ? "." : part, "sbatch"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Answer read(byte[] script) {
        Path file = folder.resolve("script-" + NUMBER.incrementAndGet());
        try {
            Files.write(file, script);
            var builder = new ProcessBuilder("sbatch", "-vv", file.toString()).redirectErrorStream(true);
            builder.directory(folder.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("SBATCH_") || name.startsWith("SLURM_"));
            builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
            builder.environment().put("TZ", java.time.ZoneId.systemDefault().getId());
            Process process = builder.start();
            process.getOutputStream().close();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            Files.delete(file);
            return answer(words);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static Answer answer(String words) {
        if (!words.contains(PROMPT + "end of defined options")) {
            return new Answer(Optional.empty(), words);
        }
        var options = new TreeMap<String, String>();
        boolean within = false;
        for (String line : words.split("\n", -1)) {
            if (line.startsWith(PROMPT + "defined options") || line.startsWith(PROMPT + "end of")) {
                within = !within;
            }
            int colon = line.indexOf(" : ");
            if (within && line.startsWith(PROMPT) && colon > 0) {
                options.put(line.substring(PROMPT.length(), colon).strip(), line.substring(colon + 3));
            }
        }
        return new Answer(Optional.of(options), words);
    }
}
