package org.gatehouse.node.spi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.gatehouse.node.spi.AttemptEnd.Cause;

/**
 * A fake, for tests only: no process runs. It understands scripts of echo, sleep and exit, keeps the contract of every
 * connector, and can be made to fail.
 */
public final class FakeConnector implements NodeConnector {

    private final PoolInfo info;
    private final List<Inventory.Node> nodes;
    private final Map<AttemptId, Run> runs = new ConcurrentHashMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean dark;
    private volatile boolean loseNextReply;
    private volatile Optional<String> refuseNext = Optional.empty();

    private static final class Run {
        private final Instant startedAt = Instant.now();
        private final ByteArrayOutputStream log = new ByteArrayOutputStream();
        private volatile Optional<AttemptEnd> end = Optional.empty();
        private volatile boolean stopped;
        private volatile Thread thread = Thread.currentThread();
    }

    /** A pool that can do everything. */
    public FakeConnector(String name, List<Inventory.Node> nodes) {
        this(name, nodes, EnumSet.allOf(Ability.class));
    }

    /** A pool that refuses what its abilities do not say. */
    public FakeConnector(String name, List<Inventory.Node> nodes, Set<Ability> abilities) {
        this.nodes = List.copyOf(nodes);
        this.info = new PoolInfo(
                name,
                "fake",
                true,
                PoolInfo.Isolation.PERSON,
                List.of(),
                abilities,
                List.of(new PoolInfo.Partition("gpu", true, Duration.ofHours(1), Duration.ofDays(2))));
    }

    /** The pool cannot be asked until {@link #comeBack}. */
    public void goDark() {
        dark = true;
    }

    public void comeBack() {
        dark = false;
    }

    /** The next start happens, but its answer is lost. */
    public void loseNextReply() {
        loseNextReply = true;
    }

    public void failNextStart(String reason) {
        refuseNext = Optional.of(reason);
    }

    /** The pool forgets an attempt, as if it had never been there. */
    public void forget(AttemptId id) {
        runs.remove(id);
    }

    /** Attempts that were really started. */
    public int starts() {
        return starts.get();
    }

    /** Ends an attempt with an exit code. */
    public void finish(AttemptId id, int exitCode) {
        end(id, runs.get(id), Cause.EXITED, OptionalInt.of(exitCode));
    }

    /** Ends an attempt as one that used more memory than it has; a script that lived on may still have exited by itself. */
    public void runOutOfMemory(AttemptId id, OptionalInt exitCode) {
        end(id, runs.get(id), Cause.OUT_OF_MEMORY, exitCode);
    }

    public List<AttemptId> running() {
        return runs.entrySet().stream()
                .filter(e -> e.getValue().end.isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public PoolInfo pool() {
        return info;
    }

    @Override
    public Inventory inventory() {
        return new Inventory(nodes, Instant.now(), dark ? Optional.of("it is dark") : Optional.empty());
    }

    @Override
    public synchronized StartOutcome start(StartOrder order) {
        if (dark) {
            return new StartOutcome.Unreachable("it is dark");
        }
        if (refuseNext.isPresent()) {
            String reason = refuseNext.get();
            refuseNext = Optional.empty();
            return new StartOutcome.Refused(reason);
        }
        Optional<String> wrong = cannotHonour(order);
        if (wrong.isPresent()) {
            return new StartOutcome.Refused(wrong.get());
        }
        if (!runs.containsKey(order.attempt())) {
            starts.incrementAndGet();
            Run run = new Run();
            runs.put(order.attempt(), run);
            run.thread = Thread.ofVirtual().start(() -> interpret(order, run));
        }
        if (loseNextReply) {
            loseNextReply = false;
            return new StartOutcome.Unreachable("the reply was lost");
        }
        return new StartOutcome.Accepted();
    }

    private Optional<String> cannotHonour(StartOrder order) {
        if (order.shares().size() > 1 && !info.abilities().contains(Ability.SEVERAL_NODES)) {
            return Optional.of("this pool runs jobs on one node only");
        }
        if (order.limits().warning().isPresent() && !info.abilities().contains(Ability.WARNING)) {
            return Optional.of("this pool sends no signal before the end");
        }
        return Optional.empty();
    }

    private void interpret(StartOrder order, Run run) {
        try {
            for (String line : new String(order.program().script(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("echo ")) {
                    run.log.writeBytes((line.substring(5) + "\n").getBytes(StandardCharsets.UTF_8));
                } else if (line.startsWith("sleep ")) {
                    sleep(order, run, Duration.ofSeconds(Long.parseLong(line.substring(6))));
                } else if (line.startsWith("exit ")) {
                    end(order.attempt(), run, Cause.EXITED, OptionalInt.of(Integer.parseInt(line.substring(5))));
                    return;
                }
                if (run.end.isPresent()) {
                    return;
                }
            }
            end(order.attempt(), run, Cause.EXITED, OptionalInt.of(0));
        } catch (InterruptedException e) {
            end(order.attempt(), run, Cause.STOPPED, OptionalInt.empty());
        }
    }

    /** Until it slept enough, or its limit ends it, or the warning for the script does. There are no steps to be warned. */
    private void sleep(StartOrder order, Run run, Duration wanted) throws InterruptedException {
        Duration ran = Duration.between(run.startedAt, Instant.now());
        Duration toLimit = order.limits().time().minus(ran);
        Optional<StartOrder.Warning> warning = order.limits().warning().filter(StartOrder.Warning::scriptOnly);
        Duration toWarning = warning.map(w -> toLimit.minus(w.before())).orElse(toLimit);
        Duration first = toWarning.compareTo(toLimit) < 0 ? toWarning : toLimit;
        if (wanted.compareTo(first) < 0) {
            Thread.sleep(wanted);
            return;
        }
        Thread.sleep(first.isNegative() ? Duration.ZERO : first);
        if (warning.isPresent()) {
            end(
                    order.attempt(),
                    run,
                    new Ending(
                            Cause.EXITED,
                            OptionalInt.empty(),
                            OptionalInt.of(warning.get().signal())));
        } else {
            end(order.attempt(), run, Cause.TIME_LIMIT, OptionalInt.empty());
        }
    }

    private record Ending(Cause cause, OptionalInt code, OptionalInt signal) {}

    private void end(AttemptId id, Run run, Cause cause, OptionalInt code) {
        end(id, run, new Ending(cause, code, OptionalInt.empty()));
    }

    private void end(AttemptId id, Run run, Ending ending) {
        synchronized (run) {
            if (run.end.isPresent()) {
                return;
            }
            run.end = Optional.of(new AttemptEnd(
                    ending.cause(),
                    ending.code(),
                    ending.signal(),
                    Optional.of(run.startedAt),
                    Optional.of(Instant.now()),
                    Optional.empty(),
                    null));
        }
        listeners.forEach(listener -> listener.accept(id));
    }

    @Override
    public Map<AttemptId, Observation> observe(Collection<AttemptId> attempts) {
        Map<AttemptId, Observation> seen = new HashMap<>();
        for (AttemptId id : attempts) {
            Run run = runs.get(id);
            if (dark) {
                seen.put(id, new Observation.Unreachable("it is dark"));
            } else if (run == null) {
                seen.put(id, new Observation.Absent());
            } else {
                seen.put(
                        id,
                        new Observation.Known(
                                run.end.isPresent()
                                        ? new Observation.Ended(run.end.get())
                                        : new Observation.Running(run.startedAt)));
            }
        }
        return seen;
    }

    @Override
    public StopOutcome stop(AttemptId attempt) {
        if (dark) {
            return new StopOutcome.Unreachable("it is dark");
        }
        Run run = runs.get(attempt);
        if (run != null && !run.stopped) {
            run.stopped = true;
            run.thread.interrupt();
        }
        return new StopOutcome.Asked();
    }

    @Override
    public Subscription onEnd(Consumer<AttemptId> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Optional<Path> homeOf(StartOrder.Person person) {
        return Optional.empty();
    }

    @Override
    public Optional<LogSource> openLog(AttemptId attempt, LogStream stream) {
        Run run = runs.get(attempt);
        return run == null || stream == LogStream.STDERR ? Optional.empty() : Optional.of(new MemoryLog(run.log));
    }

    /** Nodes of one kind, named by a prefix and a number from 1. */
    public static List<Inventory.Node> nodes(String prefix, int count, int cpus, int gpus, String type) {
        List<Inventory.Node> nodes = new ArrayList<>();
        for (int n = 1; n <= count; n++) {
            List<Inventory.Gpu> devices = new ArrayList<>();
            for (int index = 0; index < gpus; index++) {
                devices.add(new Inventory.Gpu(index, type));
            }
            nodes.add(new Inventory.Node(prefix + n, cpus, 100_000, devices, List.of("gpu"), List.of(), true));
        }
        return nodes;
    }
}
