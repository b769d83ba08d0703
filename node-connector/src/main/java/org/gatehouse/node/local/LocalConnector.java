package org.gatehouse.node.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.Inventory;
import org.gatehouse.node.spi.Inventory.Node;
import org.gatehouse.node.spi.LogSource;
import org.gatehouse.node.spi.LogStream;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Observation;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.node.spi.PoolInfo.Isolation;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.gatehouse.node.spi.StopOutcome;

/** Processes on this machine, started by the spawner. Several pools may share one spawner. */
public final class LocalConnector implements NodeConnector {

    private static final System.Logger LOG = System.getLogger(LocalConnector.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration GREET_EVERY = Duration.ofSeconds(1);
    /** An observation of this many attempts stays far below the size limit of an answer. */
    private static final int OBSERVE_AT_ONCE = 500;

    private final LocalPool pool;
    private final LocalSettings settings;
    private final SpawnerClient spawner;
    private final FolderWatch watch;
    private final Clock clock;
    private final List<Node> nodes;
    private final String host = Machine.name();
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Greeting greeting =
            new Greeting(Optional.empty(), Optional.of("it was not asked yet"), System.nanoTime() - Long.MAX_VALUE / 2);

    /**
     * @param spawner as it said itself when it last answered
     * @param silent why it does not answer now
     * @param at when it was asked, in nanoseconds of the process
     */
    private record Greeting(Optional<SpawnerHello> spawner, Optional<String> silent, long at) {}

    public LocalConnector(LocalPool pool, LocalSettings settings, FolderWatch watch, Clock clock) {
        this.pool = pool;
        this.settings = settings;
        this.spawner = new SpawnerClient(settings.spawnerSocket(), PATIENCE);
        this.watch = watch;
        this.clock = clock;
        List<String> partitions =
                pool.partitions().stream().map(PoolInfo.Partition::name).toList();
        greet();
        this.nodes = switch (pool.nodes()) {
            case NodeSource.ThisMachine _ -> List.of(Machine.describe(partitions));
            case NodeSource.Declared declared -> declared.nodes();
        };
    }

    @Override
    public PoolInfo pool() {
        Optional<SpawnerHello> hello = greeting.spawner();
        List<String> notices = new ArrayList<>();
        if (pool.simulated()) {
            notices.add("Simulated: its nodes and GPUs are declared; what runs on them runs on this machine's CPUs.");
        }
        notices.addAll(hello.map(SpawnerHello::notices).orElse(List.of()));
        return new PoolInfo(
                pool.name(),
                "local",
                pool.simulated(),
                hello.map(SpawnerHello::isolation).orElse(Isolation.PERSON),
                notices,
                hello.map(SpawnerHello::abilities).orElse(Set.of()),
                pool.partitions());
    }

    @Override
    public Inventory inventory() {
        Optional<String> unreachable = greet().silent();
        return new Inventory(nodes, clock.instant(), unreachable);
    }

    @Override
    public StartOutcome start(StartOrder order) {
        try {
            SpawnerHello hello = greet().spawner().orElseThrow(() -> new IOException("its spawner does not answer"));
            Account account = Account.of(order.person(), hello.firstUid(), hello.lastUid(), settings.areas());
            SpawnerMessage answer = spawner.ask(startMessage(order, account, hello));
            Optional<String> error = answer.text("error");
            if (error.isEmpty()) {
                return new StartOutcome.Accepted();
            }
            String message = answer.text("message").orElse("no reason given");
            return switch (error.get()) {
                case "forbidden", "busy" -> new StartOutcome.Unreachable(message);
                case "exec" -> new StartOutcome.Refused(cannotRun(order, message));
                default -> new StartOutcome.Refused(message);
            };
        } catch (IOException e) {
            return new StartOutcome.Unreachable(String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            return new StartOutcome.Refused(String.valueOf(e.getMessage()));
        }
    }

    private static String cannotRun(StartOrder order, String error) {
        return error.contains("too long")
                ? "its arguments and environment are longer than this machine takes"
                : "the script could not be run: its interpreter \""
                        + interpreter(order.program().script()) + "\" is missing or not executable on this node ("
                        + error + ")";
    }

    private SpawnerMessage startMessage(StartOrder order, Account account, SpawnerHello hello) {
        StartOrder.Program program = order.program();
        Path home = account.area();
        Path work = home.resolve(
                        program.workFolder().orElse("jobs/" + order.job().id()))
                .normalize();
        var message = new SpawnerMessage()
                .with("op", "start")
                .with("attempt", order.attempt().toString())
                .with("uid", account.uid())
                .with("login", account.login())
                .with("area", account.areaName())
                .with("cwd", work.toString())
                .with("out", work.resolve(program.stdout()).normalize().toString())
                .with("mode", program.append() ? "append" : "truncate");
        putLimits(message, order);
        program.stderr()
                .ifPresent(
                        err -> message.with("err", work.resolve(err).normalize().toString()));
        program.args().forEach(arg -> message.with("arg", arg));
        if (pool.simulated()) { // no name service knows a declared node
            order.shares().forEach(share -> message.with("host", share.node()));
        }
        new JobEnvironment(pool.name(), pool.simulated(), host, hello.tools())
                .of(order, account, work, clock.instant())
                .forEach((name, value) -> message.with("env", name + "=" + value));
        return message.with("script", program.script());
    }

    private void putLimits(SpawnerMessage message, StartOrder order) {
        message.with("limit", Math.max(1, order.limits().time().toSeconds()))
                .with("grace", settings.stopGrace().toSeconds())
                .with(
                        "memory-mib",
                        order.shares().stream()
                                .mapToLong(StartOrder.Share::memoryMiB)
                                .sum());
        order.limits()
                .warning()
                .ifPresent(warning -> message.with("warn-signal", warning.signal())
                        .with("warn-before", warning.before().toSeconds())
                        .with("warn-script", warning.scriptOnly() ? 1 : 0));
    }

    private static String interpreter(byte[] script) {
        int end = 0;
        while (end < script.length && end < 200 && script[end] != '\n') {
            end++;
        }
        return new String(script, 0, end, java.nio.charset.StandardCharsets.UTF_8)
                .replaceFirst("^#!\\s*", "")
                .strip();
    }

    @Override
    public Map<AttemptId, Observation> observe(Collection<AttemptId> attempts) {
        Map<AttemptId, Observation> seen = new HashMap<>();
        List<AttemptId> all = List.copyOf(attempts);
        for (int from = 0; from < all.size(); from += OBSERVE_AT_ONCE) {
            List<AttemptId> some = all.subList(from, Math.min(all.size(), from + OBSERVE_AT_ONCE));
            try {
                var message = new SpawnerMessage().with("op", "observe");
                some.forEach(id -> message.with("attempt", id.toString()));
                SpawnerAnswers.read(spawner.ask(message), seen);
            } catch (IOException e) {
                some.forEach(id -> seen.put(id, new Observation.Unreachable(String.valueOf(e.getMessage()))));
            }
        }
        all.forEach(id -> seen.putIfAbsent(id, new Observation.Unreachable("the spawner could not tell")));
        return seen;
    }

    @Override
    public StopOutcome stop(AttemptId attempt) {
        try {
            var answer = spawner.ask(new SpawnerMessage().with("op", "stop").with("attempt", attempt.toString()));
            return answer.text("error").isEmpty()
                    ? new StopOutcome.Asked()
                    : new StopOutcome.Unreachable(answer.text("message").orElse("refused"));
        } catch (IOException e) {
            return new StopOutcome.Unreachable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Subscription onEnd(Consumer<AttemptId> listener) {
        return new EndPulse(settings.runs().resolve("pulse"), watch, listener).begin();
    }

    @Override
    public Optional<Path> homeOf(StartOrder.Person person) {
        return Optional.of(settings.areas().resolve(Account.areaName(person)));
    }

    @Override
    public Optional<LogSource> openLog(AttemptId attempt, LogStream stream) throws IOException {
        String name = switch (stream) {
            case STDOUT -> "stdout";
            case STDERR -> "stderr";
        };
        Path file = settings.runs().resolve(attempt.toString()).resolve(name);
        return Files.exists(file) ? Optional.of(new FileLog(file, watch)) : Optional.empty();
    }

    /**
     * Asks the spawner who it is, once a second at most and one at a time: meanwhile what it said last stands, so that a spawner
     * that hangs holds up one caller and not all.
     */
    private Greeting greet() {
        if (System.nanoTime() - greeting.at() < GREET_EVERY.toNanos() || !asking.tryLock()) {
            return greeting;
        }
        try {
            greeting = ask();
            return greeting;
        } finally {
            asking.unlock();
        }
    }

    private Greeting ask() {
        try {
            SpawnerMessage hello = spawner.ask(new SpawnerMessage().with("op", "hello"));
            if (hello.text("error").isPresent()) {
                throw new IOException(hello.text("message").orElse("refused"));
            }
            return new Greeting(Optional.of(SpawnerHello.read(hello)), Optional.empty(), System.nanoTime());
        } catch (IOException e) {
            if (greeting.silent().isEmpty()) {
                LOG.log(Level.WARNING, "event=spawner-unreachable pool={0} why={1}", pool.name(), e.getMessage());
            }
            String why = "its spawner does not answer: " + e.getMessage();
            return new Greeting(greeting.spawner(), Optional.of(why), System.nanoTime());
        }
    }
}
