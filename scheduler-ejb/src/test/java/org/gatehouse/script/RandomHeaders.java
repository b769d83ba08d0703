package org.gatehouse.script;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Headers as people might write them and as nobody would, the same for the same seed. */
final class RandomHeaders {
    /** Values to try for each option, well and badly formed. */
    private static final Map<String, List<String>> VALUES = new TreeMap<>(Map.ofEntries(
            Map.entry("account", List.of("vision", "a/b", "a b", "=x")),
            Map.entry("array", List.of("1-4", "1,3,5-9:2%4", "5-1", "x")),
            Map.entry(
                    "begin",
                    List.of(
                            "now+1hour",
                            "now+60",
                            "now+2days",
                            "16:00",
                            "4:30PM",
                            "noon",
                            "midnight",
                            "fika",
                            "teatime",
                            "tomorrow",
                            "today",
                            "2031-01-20",
                            "2031-01-20T12:34",
                            "2031-01-20T12:34:56",
                            "12/25/31",
                            "122531",
                            "now+3h",
                            "25:00",
                            "soon",
                            "now+1week",
                            "16:00 tomorrow",
                            "uts1900000000",
                            "0:30",
                            "24:00")),
            Map.entry("chdir", List.of("/tmp", "runs/a", "/a b/c")),
            Map.entry("comment", List.of("x", "two words", "a#b", "it's", "say \"x\"", "a\\b", "ü\u4F60", "")),
            Map.entry("constraint", List.of("a", "a&b", "a|b", "[a|b]", "a*2&b*1")),
            Map.entry("contiguous", List.of()),
            Map.entry("cores-per-socket", List.of("2", "0", "x")),
            Map.entry("cpus-per-gpu", List.of("2", "0", "-1")),
            Map.entry("cpus-per-task", List.of("1", "4", "0", "4k", "-2", "2.5", " 3", "+3")),
            Map.entry("deadline", List.of("now+1hour", "2031-01-20T12:34", "whenever")),
            Map.entry("dependency", List.of("afterok:1", "afterany:1:2,afterok:3", "singleton", "foo")),
            Map.entry("error", List.of("e.log", "logs/%x-%j.err", "/var/log/%A_%a", "~/e")),
            Map.entry("exclude", List.of("n1", "n[1-3]")),
            Map.entry("exclusive", List.of("user", "mcs", "foo")),
            Map.entry("export", List.of("ALL", "NONE", "A,B=3", "ALL,A=x")),
            Map.entry("gpu-bind", List.of("closest", "single:1", "none")),
            Map.entry("gpus", List.of("2", "a100", "a100:2", "0", "1k")),
            Map.entry("gpus-per-node", List.of("2", "a100:2", "a:1,b:2")),
            Map.entry("gpus-per-task", List.of("1", "a100:1")),
            Map.entry(
                    "gres",
                    List.of("gpu", "gpu:2", "gpu:a100:1", "gpu:a:1,gpu:b:2", "none", "shard:1", "gpu:1,shard:2")),
            Map.entry("hint", List.of("nomultithread", "compute_bound", "foo")),
            Map.entry("hold", List.of()),
            Map.entry("input", List.of("in.txt", "/dev/null")),
            Map.entry(
                    "job-name",
                    List.of(
                            "x",
                            "two words",
                            "a#b",
                            "it's",
                            "$USER",
                            "~",
                            "${A}-$(id)",
                            "-n",
                            ":x",
                            "a:b",
                            "%j",
                            "a\\",
                            "1",
                            "ü")),
            Map.entry("kill-on-invalid-dep", List.of("yes", "no", "foo")),
            Map.entry("licenses", List.of("a:2")),
            Map.entry("mail-type", List.of("ALL", "all,foo", "BEGIN,END", "FAIL", "NONE", "foo", "TIME_LIMIT_80")),
            Map.entry("mail-user", List.of("a@example.org")),
            Map.entry(
                    "mem",
                    List.of(
                            "16G", "16g", "16GB", "4096", "1T", "0", "16GiB", "1.5G", "1500K", "x", "-1", "1P",
                            "16 GB")),
            Map.entry("mem-per-cpu", List.of("2G", "100", "x")),
            Map.entry("mincpus", List.of("2", "0")),
            Map.entry("nice", List.of("5", "-5")),
            Map.entry("no-kill", List.of()),
            Map.entry("no-requeue", List.of()),
            Map.entry("nodelist", List.of("n1", "n[1-2]", "n1,n2")),
            Map.entry("nodes", List.of("1", "2-4", "4-2", "1k", "0", "x", "2-", "1m", "-2", "2-2", "1-2k")),
            Map.entry("ntasks", List.of("1", "8", "0", "x", "4k", "1.5")),
            Map.entry("ntasks-per-core", List.of("1", "0")),
            Map.entry("ntasks-per-node", List.of("2", "0", "x")),
            Map.entry("ntasks-per-socket", List.of("2")),
            Map.entry("open-mode", List.of("append", "truncate", "a", "t", "x", "Append")),
            Map.entry("output", List.of("o.log", "logs/%x-%j.out", "none", "/a b/o", "%A_%a")),
            Map.entry("overcommit", List.of()),
            Map.entry("oversubscribe", List.of()),
            Map.entry("parsable", List.of()),
            Map.entry("partition", List.of("gpu", "a,b", "=gpu")),
            Map.entry("qos", List.of("high")),
            Map.entry("reboot", List.of()),
            Map.entry("requeue", List.of()),
            Map.entry("reservation", List.of("r1")),
            Map.entry(
                    "signal",
                    List.of(
                            "USR1",
                            "B:USR1@60",
                            "SIGTERM@120",
                            "10@5",
                            "B:USR1@99999",
                            "FOO",
                            "USR1@0",
                            "R:INT@7",
                            "USR1@x",
                            "b:usr1@3",
                            "B:",
                            "USR1@")),
            Map.entry("sockets-per-node", List.of("1", "x")),
            Map.entry("spread-job", List.of()),
            Map.entry("threads-per-core", List.of("1", "0")),
            Map.entry(
                    "time",
                    List.of(
                            "90",
                            "1:30",
                            "90:00",
                            "24:00",
                            "1-0",
                            "2-00",
                            "1-2:3",
                            "5-30:30:30",
                            "0",
                            "-1",
                            "UNLIMITED",
                            "1.5",
                            "30m",
                            "1d",
                            ":30",
                            "1:2:3:4",
                            "1:30 ",
                            "00-15:00:00",
                            "1-",
                            "infinite",
                            "01:00:00")),
            Map.entry("time-min", List.of("10", "1-0", "x")),
            Map.entry("tmp", List.of("3G", "x")),
            Map.entry("use-min-nodes", List.of()),
            Map.entry("wait", List.of()),
            Map.entry("wckey", List.of("w"))));

    private static final List<String> NAMES = List.copyOf(VALUES.keySet());
    private static final List<String> JUNK = List.of(
            "foo",
            "partition=x",
            "--",
            "\"open",
            "it's",
            "\\",
            "\"\"",
            ":x",
            "--n=4",
            "--gpu=1",
            "--cpu-per-task=4",
            "--workdir=/x",
            "-Z",
            "\u00A0",
            "# c \"q",
            "#x",
            "--wrap=\"a b\"",
            "-J",
            "--hold=1",
            "--mem",
            "hetjob",
            "-Hs",
            "--exclusive user",
            "--segment=1",
            "--container-image=x",
            "\u2014n");
    private static final List<String> LINES = List.of(
            "",
            "   ",
            "# comment",
            "##SBATCH -n 3",
            " #SBATCH -n 3",
            "# SBATCH -n 3",
            "#sbatch -n 3",
            "#SBATCh -n 3",
            "\t# x",
            "#SLURM -n 3",
            "#PBS -l nodes=2",
            "#",
            "#SBATCH");

    private final Random random;

    RandomHeaders(long seed) {
        random = new Random(seed);
    }

    /** A script; no two calls give the same but by chance. */
    String next() {
        var script = new StringBuilder("#!/bin/bash\n");
        for (int line = 1 + random.nextInt(3); line > 0; line--) {
            if (chance(12)) {
                script.append(one(LINES)).append('\n');
            }
            script.append(directive()).append('\n');
        }
        script.append("echo done\n");
        if (chance(10)) {
            script.append(directive()).append('\n');
        }
        return chance(30) ? script.toString().stripTrailing() : script.toString();
    }

    private String directive() {
        var line = new StringBuilder("#SBATCH").append(chance(25) ? "" : chance(10) ? "\t" : " ");
        for (int option = 1 + random.nextInt(3); option > 0; option--) {
            line.append(chance(25) ? one(JUNK) : option()).append(chance(10) ? "\t " : " ");
        }
        if (chance(6)) {
            line.append("# a comment");
        }
        return chance(2) ? line.toString() : line.toString().stripTrailing();
    }

    private String option() {
        String name = one(NAMES);
        SbatchOption option = ((OptionNames.Match.Found) OptionNames.find(name)).option();
        var values = VALUES.getOrDefault(name, List.of());
        boolean alone = values.isEmpty() || (option.argument().isOptional() && chance(2));
        String value = alone ? "" : quoted(one(values));
        if (option.letter() != SbatchOption.NO_LETTER && chance(3)) {
            boolean none = alone || option.argument().isOptional();
            return "-" + option.letter() + (none ? "" : chance(2) ? value : " " + value);
        }
        String spelled = "--" + (chance(4) ? name.substring(0, Math.max(2, name.length() - random.nextInt(4))) : name);
        return alone ? spelled : spelled + (option.argument().isOptional() || chance(2) ? "=" : " ") + value;
    }

    private String quoted(String value) {
        return switch (random.nextInt(6)) {
            case 0 -> "'" + value + "'";
            case 1, 2 -> "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case 3 ->
                value.replace("\\", "\\\\")
                        .replace("#", "\\#")
                        .replace("'", "\\'")
                        .replace("\"", "\\\"");
            default -> value;
        };
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }
}
