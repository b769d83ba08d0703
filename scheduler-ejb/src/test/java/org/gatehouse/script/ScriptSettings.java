package org.gatehouse.script;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the reader makes of a header before any pool has a say, to be compared with what sbatch prints.
 *
 * @param settings by option, the last of each
 * @param refused code and message of the first error; null when it was read
 */
record ScriptSettings(
        Map<SbatchOption, Setting> settings, @Nullable String refused, ZonedDateTime now) {
    private static final List<String> ALL_MAIL =
            List.of("BEGIN", "END", "FAIL", "INVALID_DEPEND", "REQUEUE", "STAGE_OUT");

    static ScriptSettings of(String script, ZonedDateTime now) {
        var findings = new Findings();
        var text = ScriptText.of(ScriptBytes.of(script));
        var header = new HeaderReader(text, findings).read();
        var read = new OptionParser(header.words(), findings).parse();
        ValueCheck.check(read, now, findings);
        var last = new TreeMap<SbatchOption, Setting>();
        read.forEach(setting -> last.put(setting.option(), setting));
        String refused = findings.list().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding -> finding.code() + ": " + finding.message())
                .findFirst()
                .orElse(null);
        return new ScriptSettings(last, refused == null ? excluded(last, now) : refused, now);
    }

    /** What sbatch refuses before it prints its options, and the reader at a later step. */
    private static @Nullable String excluded(Map<SbatchOption, Setting> last, ZonedDateTime now) {
        long memory = MemoryAsked.OPTIONS.stream().filter(last::containsKey).count();
        Setting nodes = last.get(SbatchOption.NODES);
        Setting list = last.get(SbatchOption.NODELIST);
        boolean tooMany = nodes != null
                && list != null
                && CountValue.readNodes(nodes.text()) instanceof Read.Good<CountValue.NodeRange>(var range)
                && NodeListValue.read(list.text()) instanceof Read.Good<List<String>>(var names)
                && names.size() > range.most();
        return memory > 1 ? "memory" : tooMany ? "nodelist" : beginsTooLate(last, now) ? "deadline" : null;
    }

    private static boolean beginsTooLate(Map<SbatchOption, Setting> last, ZonedDateTime now) {
        Setting begin = last.get(SbatchOption.BEGIN);
        Setting deadline = last.get(SbatchOption.DEADLINE);
        return begin != null
                && deadline != null
                && WhenValue.read(begin.text(), now) instanceof Read.Good<ZonedDateTime>(var from)
                && WhenValue.read(deadline.text(), now) instanceof Read.Good<ZonedDateTime>(var to)
                && from.isAfter(to);
    }

    /** What is not as sbatch printed it; empty when all is the same. */
    Optional<String> differs(Map<String, String> printed) {
        for (Setting setting : settings.values()) {
            String theirs = printed.get(setting.option().longName());
            if (theirs == null ? isPrinted(setting) : !same(setting, theirs)) {
                return Optional.of(setting.shown() + " is " + theirs);
            }
        }
        for (String name : printed.keySet()) {
            boolean ours = OptionNames.find(name) instanceof OptionNames.Match.Found(SbatchOption option)
                    && (settings.containsKey(option) || isOther(option));
            if (!ours && !name.equals("verbose")) {
                return Optional.of("nothing for " + name + " = " + printed.get(name));
            }
        }
        return Optional.empty();
    }

    /** Printed under both of two names that share a place in sbatch. */
    private boolean isOther(SbatchOption option) {
        return switch (option) {
            case REQUEUE, NO_REQUEUE ->
                settings.containsKey(SbatchOption.REQUEUE) || settings.containsKey(SbatchOption.NO_REQUEUE);
            case EXCLUSIVE, OVERSUBSCRIBE ->
                settings.containsKey(SbatchOption.EXCLUSIVE) || settings.containsKey(SbatchOption.OVERSUBSCRIBE);
            default -> false;
        };
    }

    /** Of some settings sbatch prints nothing: what takes no part in the job, and hints that exclude others. */
    private static boolean isPrinted(Setting setting) {
        return switch (setting.option()) {
            case WRAP, QUIET, VERBOSE, HINT, HELP, VERSION, USAGE, COMMENT, REQUEUE, NO_REQUEUE, NTASKS_PER_CORE ->
                false;
            default -> !setting.text().isEmpty();
        };
    }

    private boolean same(Setting setting, String theirs) {
        String ours = setting.text();
        return switch (setting.option().argument()) {
            case NONE -> true;
            case TIME -> good(TimeValue.read(ours)).equals(good(TimeValue.read(theirs)));
            case MEMORY -> good(MemoryValue.read(ours)).equals(good(MemoryValue.read(theirs.replace("?", ""))));
            case GRES -> good(GpuValue.readGres(ours)).equals(good(GpuValue.readGres(theirs)));
            case GPUS -> good(GpuValue.readGpus(ours)).equals(good(GpuValue.readGpus(theirs)));
            case SIGNAL -> signal(ours).equals(signal(theirs));
            case COUNT ->
                ours.strip().equals(theirs)
                        || good(CountValue.read(ours)).equals(good(CountValue.read(theirs)))
                        || raised(setting.option());
            case NODES -> nodes(ours).equals(nodes(theirs)) || adjusted();
            case OPEN_MODE -> good(ValueCheck.readOpenMode(ours)).equals(good(ValueCheck.readOpenMode(theirs)));
            case WHEN -> when(ours, theirs);
            case MAIL -> mail(ours).equals(mail(theirs)) || ours.equals("NONE");
            case YES_NO, HINT -> ours.equalsIgnoreCase(theirs);
            case EXCLUSIVE, OPTIONAL ->
                ours.isEmpty() || ours.equals(theirs) || settings.containsKey(SbatchOption.OVERSUBSCRIBE);
            case TEXT -> text(setting.option(), ours, theirs);
        };
    }

    /** A signal by number is printed by name. */
    private static Object signal(String text) {
        return ((SignalValue) good(SignalValue.read(text))).toWarning();
    }

    /** sbatch raises the least CPUs to those of a task, and writes "any" for sockets where there is a hint. */
    private boolean raised(SbatchOption option) {
        return (option == SbatchOption.MINCPUS && settings.containsKey(SbatchOption.CPUS_PER_TASK))
                || settings.containsKey(SbatchOption.HINT);
    }

    private boolean text(SbatchOption option, String ours, String theirs) {
        return switch (option) {
            case OUTPUT, ERROR, INPUT, CHDIR ->
                theirs.equals(ours)
                        || theirs.endsWith("/" + ours)
                        || (ours.equalsIgnoreCase("none") && theirs.equals("/dev/null"));
            case NODELIST -> ours.equals(theirs) || settings.containsKey(SbatchOption.NTASKS);
            default -> ours.equals(theirs);
        };
    }

    /** sbatch changes the number of nodes to go with tasks and named nodes. */
    private boolean adjusted() {
        return settings.containsKey(SbatchOption.NTASKS)
                || settings.containsKey(SbatchOption.NODELIST)
                || settings.containsKey(SbatchOption.EXTRA_NODE_INFO);
    }

    private static Object nodes(String text) {
        return good(CountValue.readNodes(text));
    }

    private boolean when(String ours, String theirs) {
        var mine = (ZonedDateTime) good(WhenValue.read(ours, now));
        return close(mine, LocalDateTime.parse(theirs).atZone(now.getZone()), Duration.ofSeconds(5));
    }

    static boolean close(ZonedDateTime one, ZonedDateTime other, Duration most) {
        return Duration.between(one, other).abs().compareTo(most) <= 0;
    }

    private static TreeSet<String> mail(String text) {
        var words = new TreeSet<>(List.of(text.toUpperCase(Locale.ROOT).split(",", -1)));
        words.remove("FOO");
        if (words.remove("ALL")) {
            words.addAll(ALL_MAIL);
        }
        return words;
    }

    private static Object good(Read<?> read) {
        return read instanceof Read.Good<?>(Object value) ? value : Objects.requireNonNull(read);
    }
}
