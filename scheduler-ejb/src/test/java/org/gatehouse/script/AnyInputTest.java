package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** No input makes the reader throw, answer without bound, or accept with an error. */
class AnyInputTest {
    private static final String[] PIECES = {
        "#!/bin/bash\n",
        "#SBATCH ",
        "\n#SBATCH ",
        "--gres=gpu:",
        "--gpus-per-task=",
        "-n",
        "-N",
        "-c",
        "-t",
        "--mem",
        "--mem-per-gpu=",
        "=",
        ":",
        ",",
        "-",
        "--",
        "a100",
        "v100:",
        "2",
        "0",
        "999999999999",
        "9-9:9:9",
        "k",
        "G",
        "GB",
        " ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\\",
        "\"",
        "'",
        "#",
        "%",
        "$",
        "~",
        "\0",
        "\u00A0",
        "\u2014",
        "\uFEFF",
        "hetjob",
        "--export=",
        "-o",
        "-G",
        "-J",
        "-p",
        "srun",
        "module",
        "=x",
        "(",
        ")",
        ";",
        "--signal=",
        "-4",
        "1.5"
    };

    @Test
    void anyBytesGetAnAnswer() {
        IntStream.range(0, 8).parallel().forEach(seed -> {
            var random = new Random(seed);
            var bytes = new byte[48];
            for (int round = 0; round < 16_000; round++) {
                random.nextBytes(bytes);
                check(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            }
        });
    }

    @Test
    void anyMixOfWhatScriptsAreMadeOfGetsAnAnswer() {
        IntStream.range(8, 16).parallel().forEach(seed -> {
            var random = new Random(seed);
            for (int round = 0; round < 9_000; round++) {
                var script = new StringBuilder(random.nextInt(8) == 0 ? "" : "#!/bin/bash\n#SBATCH ");
                for (int piece = random.nextInt(12); piece > 0; piece--) {
                    script.append(PIECES[random.nextInt(PIECES.length)]);
                }
                check(script.toString().getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    /** Each of these would be slow if any step were more than linear, or huge if any answer were without bound. */
    @Test
    void aScriptOfAMegabyteGetsAShortAnswer() {
        String[] units = {
            "#SBATCH partiton=x --tiem=30m\n",
            "#SBATCH -n 1\n",
            "##SBATCH -n 1\n",
            "#SBATCH \"\n",
            "srun x;",
            "\n",
            "\r",
            "\\",
            "-c",
            "#SBATCH -J a:\\ b#\n",
            "--gres=gpu:a100:1,",
            "$(",
            "%4j",
            "9",
            "1:",
            "#",
            "#SBATCH hetjob\n"
        };
        for (String unit : units) {
            String start =
                    unit.startsWith("#S") || unit.startsWith("##") ? "#!/bin/sh\n" : "#!/bin/sh\n#SBATCH --gres=";
            String script = start + unit.repeat((ScriptText.LIMIT - 100) / unit.length());
            var verdict = check(script.getBytes(StandardCharsets.UTF_8));
            assertTrue(verdict.findings().size() <= Findings.MOST + 1);
            assertTrue(verdict.lines().size() <= 2000, unit);
            int said = verdict.findings().stream()
                            .mapToInt(f -> f.message().length())
                            .sum()
                    + verdict.lines().stream()
                            .mapToInt(l -> l.says().length() + l.text().length())
                            .sum();
            assertTrue(said < 1_500_000, () -> unit + said);
        }
    }

    private static Verdict check(byte[] script) {
        var verdict = new ScriptReader().read(ScriptSource.of(script, null), Scripts.POOL);
        assertEquals(verdict.errors().isEmpty(), verdict.accepted());
        return verdict;
    }
}
