package org.gatehouse.script;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sixteen times the input costs no more than in proportion, whatever it is made of; the bounds leave a busy machine room. */
class LinearTimeTest {
    private static final int SMALL = 65_536;
    private static final int LARGE = 1_048_000;
    private static final int ROUNDS = 4;

    /** In proportion it is 16; more than linear it would be 256. */
    private static final int MOST_GROWTH = 64;

    /** Below this a measurement says nothing. */
    private static final long NOISE_NANOS = 2_000_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#SBATCH partiton=x --tiem=30m\n",
                "#SBATCH -n 1 -J \"a b\" # c\n",
                "##SBATCH -n 1\n",
                "#SBATCH \"\n",
                "#SBATCH hetjob\n",
                "#SBATCH -a 1-100000:3 -w n[1-9999] -C [a|b] -d afterok:1 -b now+1hour\n",
                "-a;0-100000:2,",
                "-a;1,",
                "-w;n[1-9],",
                "-w;n[1]",
                "-w;[",
                "-C;(a|b)&",
                "-C;((",
                "-d;afterok:1,",
                "-d;afterok:1?",
                "-x;n1,",
                "-t;1:",
                "-b;12/",
                "-o;%4j",
                "-o;\\",
                "-J;$(",
                "-J;\\",
                "--export;A=\"x,",
                "--export;A,",
                "--mail-type;foo,",
                "--gres;gpu:a:1,",
                "--mem;9",
                "body;srun x;",
                "body;`",
                "body;\n",
                "body;\r",
                "body;#SBATCH -n 3\n",
                "body;cat <<A <<B\n",
                "body;<<A\nA\n",
                "body;cat <<A <<A ",
                "body;scontrol show hostnames;",
                "body;a=b ",
                "body;python \u00FC.py\n"
            })
    void sixteenTimesTheInputCostsInProportion(String kind) {
        byte[] small = script(kind, SMALL);
        byte[] large = script(kind, LARGE);
        best(small);
        long forSmall = Math.max(best(small), NOISE_NANOS);
        long forLarge = best(large);
        assertTrue(forLarge < forSmall * MOST_GROWTH, () -> kind + ": " + forSmall + " ns, then " + forLarge + " ns");
    }

    private static byte[] script(String kind, int size) {
        int semicolon = kind.indexOf(';');
        String option = kind.startsWith("#") ? "" : kind.substring(0, semicolon);
        String unit = kind.substring(kind.startsWith("#") ? 0 : semicolon + 1);
        String start = "#!/bin/sh\n"
                + (option.isEmpty()
                        ? ""
                        : option.equals("body") ? "echo\n" : "#SBATCH " + option + (option.length() > 2 ? "=" : ""));
        return (start + unit.repeat((size - start.length()) / unit.length())).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static long best(byte[] script) {
        List<Long> nanos = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long from = System.nanoTime();
            new ScriptReader().read(ScriptSource.of(script, null), Scripts.EVERYTHING);
            nanos.add(System.nanoTime() - from);
        }
        return nanos.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    /** Prints what a script of one megabyte costs when warm: {@code java ... LinearTimeTest}; a measurement, no test. */
    public static void main(String[] args) {
        for (String kind : args) {
            byte[] large = script(kind, LARGE);
            for (int warm = 0; warm < 12; warm++) {
                best(large);
            }
            System.out.printf("%8.1f ms  %s%n", best(large) / 1e6, kind.strip());
        }
    }
}
