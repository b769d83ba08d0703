package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.FakeConnector;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.NodeConnectorContract;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What the local connector keeps in each of its ways: the real spawner and real processes. */
abstract class LocalConnectorContract extends NodeConnectorContract {

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    /** Processes of this run of the tests are told by how long they sleep. */
    private static final String LONG =
            Long.toString(100_000 + ProcessHandle.current().pid());

    private SpawnerRig rig;
    private FolderWatch watch;
    private LocalConnector connector;

    protected abstract SpawnerRig.Way way();

    @BeforeEach
    void startSpawner() throws IOException {
        rig = new SpawnerRig(folder, way());
        watch = new FolderWatch();
        var pool = new LocalPool(
                "demo",
                true,
                new NodeSource.Declared(FakeConnector.nodes("demo-a", 3, 32, 4, "a100")),
                List.of(new PoolInfo.Partition("gpu", true, Duration.ofHours(1), Duration.ofDays(2))));
        var settings = new LocalSettings(rig.socket(), rig.runs(), rig.areas(), Duration.ofSeconds(1));
        connector = new LocalConnector(pool, settings, watch, Clock.systemUTC());
    }

    @AfterEach
    void endSpawner() throws IOException {
        rig.close();
        watch.close();
    }

    protected SpawnerRig rig() {
        return rig;
    }

    @Override
    protected NodeConnector connector() {
        return connector;
    }

    @Override
    protected void goDark() {
        rig.end();
    }

    /** Runs a script to its end and gives what it wrote. */
    protected String output(String script) throws IOException {
        StartOrder order = order(script);
        assertInstanceOf(StartOutcome.Accepted.class, connector.start(order));
        awaitEnd(order.attempt());
        return log(order.attempt());
    }

    @Test
    void theWholeProcessTreeEndsWithTheAttempt() throws IOException {
        StartOrder order =
                order("setsid sleep " + LONG + " & (trap '' TERM; exec sleep " + LONG + ") & echo ready; wait");
        connector.start(order);
        await(() -> sleepers() == 2);
        connector.stop(order.attempt());
        AttemptEnd end = awaitEnd(order.attempt());
        assertEquals(Cause.STOPPED, end.cause());
        assertEquals(0, sleepers());
    }

    @Test
    void anAttemptWhoseRunnerWasKilledIsLostAndLeavesNothingRunning() {
        StartOrder order = order("setsid sleep " + LONG + " & wait");
        connector.start(order);
        await(() -> sleepers() == 1);
        endRunner(order.attempt());
        assertEquals(Cause.UNKNOWN, awaitEnd(order.attempt()).cause());
        await(() -> sleepers() == 0);
    }

    protected void endRunner(AttemptId attempt) {
        String start;
        try {
            start = Files.readString(rig.runs().resolve(attempt.toString()).resolve("start"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long runner = Long.parseLong(start.lines().findFirst().orElseThrow().replace("runner=", ""));
        ProcessHandle.of(runner).orElseThrow().destroyForcibly();
    }

    @Test
    void whatAScriptLeavesBehindEndsWithIt() {
        StartOrder order = order("setsid sleep " + LONG + " & disown; exit 0");
        connector.start(order);
        assertEquals(0, awaitEnd(order.attempt()).exitCode().orElseThrow());
        assertEquals(0, sleepers());
    }

    private static long sleepers() {
        return ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").endsWith("sleep " + LONG))
                .count();
    }

    @Test
    void aSignalIsToldApartFromAnExitCode() {
        StartOrder order = order("kill -SEGV $$");
        connector.start(order);
        AttemptEnd end = awaitEnd(order.attempt());
        assertEquals(11, end.signal().orElseThrow());
        assertTrue(end.exitCode().isEmpty());
    }

    @Test
    void anAttemptLivesThroughTheEndOfTheSpawner() throws Exception {
        StartOrder order = order("sleep 1; echo done; exit 5");
        connector.start(order);
        awaitRunning(order.attempt());
        goDark();
        rig.beginAgain();
        assertEquals(5, awaitEnd(order.attempt()).exitCode().orElseThrow());
        assertEquals("done\n", log(order.attempt()));
    }

    @Test
    void theEnvironmentIsCleanAndHasWhatScriptsOfSlurmRelyOn() throws IOException {
        var share = new StartOrder.Share("demo-a1", 1, 8, 2048, Optional.of("a100"), List.of(1, 3));
        StartOrder order = with(order("env | sort"), List.of(share));
        connector.start(order);
        awaitEnd(order.attempt());
        List<String> lines = log(order.attempt()).lines().toList();
        assertTrue(
                lines.containsAll(List.of("CUDA_VISIBLE_DEVICES=1,3", "SLURM_CPUS_ON_NODE=8", "GATEHOUSE_SIMULATED=1")),
                lines::toString);
        assertTrue(
                lines.stream().noneMatch(line -> line.startsWith("GATEHOUSE_DB") || line.startsWith("JAVA_HOME")),
                lines::toString);
    }

    @Test
    void theNamesOfDeclaredNodesAreThisMachine() throws IOException {
        if (way() == SpawnerRig.Way.SINGLE) {
            return; // there is no view of one's own to write them into; docs/environment.md says so
        }
        assertEquals("127.0.0.1       demo-a1\n", output("getent hosts demo-a1"));
    }

    @Test
    void aWarningForTheScriptReachesItAndNobodyElse() throws IOException {
        String script =
                "trap 'echo warned; exit 9' USR1; (trap 'echo child' USR1; sleep 3) & while :; do sleep 0.05; done";
        StartOrder order = warned(script, new StartOrder.Warning(10, true, Duration.ofSeconds(59)));
        connector.start(order);
        assertEquals(9, awaitEnd(order.attempt()).exitCode().orElseThrow());
        assertEquals("warned\n", log(order.attempt()));
    }

    @Test
    void aWarningForStepsReachesTheirTasks() throws IOException {
        String script = "trap 'echo script' USR1; srun -n 2 bash -c 'trap \"echo task; exit 7\" USR1;"
                + " while :; do sleep 0.05; done'; echo $?";
        StartOrder order = with(
                warned(script, new StartOrder.Warning(10, false, Duration.ofSeconds(58))), shares(1, 2, 2, List.of()));
        connector.start(order);
        awaitEnd(order.attempt());
        assertEquals( // bash speaks of its sleeps, too
                List.of("task", "task", "7"),
                log(order.attempt())
                        .lines()
                        .filter(line -> line.matches("task|script|\\d"))
                        .toList());
    }

    private StartOrder warned(String script, StartOrder.Warning warning) {
        return order(AttemptId.random(), script, new StartOrder.Limits(Duration.ofMinutes(1), Optional.of(warning)));
    }

    protected static List<StartOrder.Share> shares(int nodes, int tasks, int cpus, List<Integer> gpus) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(n -> new StartOrder.Share("demo-a" + n, tasks, cpus, 512, Optional.empty(), gpus))
                .toList();
    }

    @Test
    void aStopReachesTheTasksOfAStepOnce() throws IOException {
        String task = "n=0; trap \"echo got; n=1\" TERM; echo ready; while [ $n = 0 ]; do sleep 0.05; done; sleep 0.3";
        StartOrder order = with(order("srun -n 2 bash -c '" + task + "' & wait; wait"), shares(1, 2, 2, List.of()));
        connector.start(order);
        await(() -> logged(order.attempt()).lines().filter("ready"::equals).count() == 2);
        connector.stop(order.attempt());
        assertEquals(Cause.STOPPED, awaitEnd(order.attempt()).cause());
        assertEquals(2, log(order.attempt()).lines().filter("got"::equals).count(), log(order.attempt()));
    }

    protected String logged(AttemptId attempt) {
        try {
            return log(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As every script has it: rank 0 listens at the first node's name, the others come there, and all add up their ranks. */
    private static final String MEETING = """
            import os, socket, time
            rank, size = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
            address = (os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))
            if rank == 0:
                server = socket.create_server(address)
                total = 0
                for _ in range(size - 1):
                    total += int(server.accept()[0].makefile().readline())
                print("sum", total)
            else:
                for attempt in range(400):
                    try:
                        peer = socket.create_connection(address)
                        break
                    except ConnectionRefusedError:
                        time.sleep(0.05)
                peer.sendall(b"%d\\n" % rank)
            """;

    @Test
    void tasksOfSeveralNodesMeetAtTheFirstNodesName() throws IOException {
        String master = way() == SpawnerRig.Way.SINGLE
                ? "127.0.0.1"
                : "$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n1)";
        int port = 20_000 + (int) (ProcessHandle.current().pid() % 10_000);
        String script = "export MASTER_ADDR=" + master + " MASTER_PORT=" + port + "\ncat > meet.py <<'END'\n" + MEETING
                + "END\nsrun python3 meet.py";
        StartOrder plain = order(script);
        var job = new StartOrder.Job(7, "meeting", "vision", "gpu", 6, 1, 0, Optional.empty());
        var order = new StartOrder(
                plain.attempt(), job, plain.person(), shares(3, 2, 2, List.of(0, 1)), plain.program(), plain.limits());
        connector.start(order);
        awaitEnd(order.attempt());
        assertEquals("sum 15\n", log(order.attempt()));
    }

    /** The shape of torchrun on one node: a launcher of its own that starts a worker for each GPU and waits for all of them. */
    @Test
    void aLauncherThatStartsItsOwnWorkersRunsUnchanged() throws IOException {
        String launcher = """
                import multiprocessing, os
                def work(rank, queue):
                    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank))
                    queue.put((rank, os.environ["CUDA_VISIBLE_DEVICES"].split(",")[rank]))
                if __name__ == "__main__":
                    queue = multiprocessing.get_context("spawn").Queue()
                    workers = [multiprocessing.get_context("spawn").Process(target=work, args=(n, queue)) for n in range(2)]
                    for worker in workers: worker.start()
                    seen = sorted(queue.get() for _ in workers)
                    for worker in workers: worker.join()
                    print(seen)
                """;
        StartOrder order = with(
                order("cat > launch.py <<'END'\n" + launcher + "END\npython3 launch.py"),
                shares(1, 1, 2, List.of(1, 3)));
        connector.start(order);
        awaitEnd(order.attempt());
        assertEquals("[(0, '1'), (1, '3')]\n", log(order.attempt()));
    }

    @Test
    void anOpenModeOfAppendKeepsWhatTheFileHolds() throws IOException {
        for (String word : List.of("first", "second")) {
            StartOrder plain = order("echo " + word);
            var program = new StartOrder.Program(
                    plain.program().script(),
                    List.of(),
                    Optional.empty(),
                    "kept.txt",
                    Optional.empty(),
                    true,
                    Map.of());
            connector.start(new StartOrder(
                    plain.attempt(), plain.job(), plain.person(), plain.shares(), program, plain.limits()));
            awaitEnd(plain.attempt());
        }
        assertEquals("first\nsecond\n", Files.readString(folder.resolve("people/p1/jobs/7/kept.txt")));
    }

    @Test
    void aScriptWhoseInterpreterIsMissingIsRefusedWithItsName() {
        StartOrder plain = order("");
        var program = new StartOrder.Program(
                "#!/bin/no-such-shell\n".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                List.of(),
                Optional.empty(),
                "out",
                Optional.empty(),
                false,
                Map.of());
        var order =
                new StartOrder(plain.attempt(), plain.job(), plain.person(), plain.shares(), program, plain.limits());
        var refused = assertInstanceOf(StartOutcome.Refused.class, connector.start(order));
        assertTrue(refused.reason().contains("/bin/no-such-shell"), refused.reason());
    }

    @Test
    void aLogFolderIsMadeInsideThePersonsFolderAndNowhereElse() throws IOException {
        var inside = with("logs/deep/%j.txt".replace("%j", "7"));
        connector.start(inside);
        awaitEnd(inside.attempt());
        assertTrue(Files.exists(folder.resolve("people/p1/jobs/7/logs/deep/7.txt")));
        for (String path : List.of("/tmp/gatehouse-outside.txt", "../../../../outside.txt")) {
            var refused = assertInstanceOf(StartOutcome.Refused.class, connector.start(with(path)));
            assertTrue(refused.reason().contains("log file could not be opened"), refused.reason());
        }
    }

    @Test
    void aLogThatIsASymlinkOrAPipeIsRefused() throws IOException {
        StartOrder maker = with("other.txt", "ln -s /etc/hostname link.txt; mkfifo pipe");
        connector.start(maker);
        awaitEnd(maker.attempt());
        assertInstanceOf(StartOutcome.Refused.class, connector.start(with("link.txt")));
        assertInstanceOf(StartOutcome.Refused.class, connector.start(with("pipe")));
    }

    @Test
    void aLaterJobWithTheSameLogFileLeavesTheFirstOnesLogAlone() throws IOException {
        StartOrder first = with("shared.txt", "echo first");
        connector.start(first);
        awaitEnd(first.attempt());
        StartOrder second = with("shared.txt", "echo second");
        connector.start(second);
        awaitEnd(second.attempt());
        assertEquals("first\n", log(first.attempt()));
        assertEquals("second\n", log(second.attempt()));
        assertEquals("second\n", Files.readString(folder.resolve("people/p1/jobs/7/shared.txt")));
    }

    @Test
    void aFileThatBecomesALogLosesTheBitsThatLendAGroup() throws IOException {
        StartOrder maker = with("other.txt", "touch bits.txt; chmod 2755 bits.txt");
        connector.start(maker);
        awaitEnd(maker.attempt());
        Path file = folder.resolve("people/p1/jobs/7/bits.txt");
        StartOrder order = with("bits.txt", "exit 0");
        connector.start(order);
        awaitEnd(order.attempt());
        assertEquals(0, (Integer) Files.getAttribute(file, "unix:mode") & 07000);
    }

    @Test
    void argumentsAndNamesNeverReachAShell() throws IOException {
        StartOrder plain = order("printf '%s\\n' \"$1\" \"$SLURM_JOB_NAME\"");
        var program = new StartOrder.Program(
                plain.program().script(),
                List.of("$(touch x);`touch y`"),
                Optional.empty(),
                "D01_log(kd)=-1...1;touch x;$(id).txt",
                Optional.empty(),
                false,
                Map.of());
        var job = new StartOrder.Job(7, "a b;touch z", "vision", "gpu", 1, 1, 0, Optional.empty());
        var order = new StartOrder(plain.attempt(), job, plain.person(), plain.shares(), program, plain.limits());
        connector.start(order);
        awaitEnd(order.attempt());
        assertEquals("$(touch x);`touch y`\na b;touch z\n", log(order.attempt()));
        try (var files = Files.list(folder.resolve("people/p1/jobs/7"))) {
            assertEquals(1, files.count());
        }
    }

    private StartOrder with(String stdout) {
        return with(stdout, "exit 0");
    }

    private StartOrder with(String stdout, String script) {
        StartOrder plain = order(AttemptId.random(), script, Duration.ofMinutes(1));
        var program = new StartOrder.Program(
                plain.program().script(), List.of(), Optional.empty(), stdout, Optional.empty(), false, Map.of());
        return new StartOrder(plain.attempt(), plain.job(), plain.person(), plain.shares(), program, plain.limits());
    }
}
