package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.junit.jupiter.api.Test;

/** What the local connector keeps in each of its ways: the real spawner and real processes. */
abstract class LocalConnectorContract extends LocalStepsContract {

    /** Processes of this run of the tests are told by how long they sleep. */
    private static final String LONG =
            Long.toString(100_000 + ProcessHandle.current().pid());

    @Test
    void theWholeProcessTreeEndsWithTheAttempt() throws IOException {
        StartOrder order =
                order("setsid sleep " + LONG + " & (trap '' TERM; exec sleep " + LONG + ") & echo ready; wait");
        connector().start(order);
        await(() -> sleepers() == 2);
        connector().stop(order.attempt());
        AttemptEnd end = awaitEnd(order.attempt());
        assertEquals(Cause.STOPPED, end.cause());
        assertEquals(0, sleepers());
    }

    @Test
    void anAttemptWhoseRunnerWasKilledIsLostAndLeavesNothingRunning() {
        StartOrder order = order("setsid sleep " + LONG + " & wait");
        connector().start(order);
        await(() -> sleepers() == 1);
        endRunner(order.attempt());
        assertEquals(Cause.UNKNOWN, awaitEnd(order.attempt()).cause());
        await(() -> sleepers() == 0);
    }

    @Test
    void whatAScriptLeavesBehindEndsWithIt() {
        StartOrder order = order("setsid sleep " + LONG + " & disown; exit 0");
        connector().start(order);
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
        connector().start(order);
        AttemptEnd end = awaitEnd(order.attempt());
        assertEquals(11, end.signal().orElseThrow());
        assertTrue(end.exitCode().isEmpty());
    }

    @Test
    void anAttemptLivesThroughTheEndOfTheSpawner() throws Exception {
        StartOrder order = order("sleep 1; echo done; exit 5");
        connector().start(order);
        awaitRunning(order.attempt());
        goDark();
        rig().beginAgain();
        assertEquals(5, awaitEnd(order.attempt()).exitCode().orElseThrow());
        assertEquals("done\n", log(order.attempt()));
    }

    @Test
    void theEnvironmentIsCleanAndHasWhatScriptsOfSlurmRelyOn() throws IOException {
        var share = new StartOrder.Share("demo-a1", 1, 8, 2048, Optional.of("a100"), List.of(1, 3));
        StartOrder order = with(order("env | sort"), List.of(share));
        connector().start(order);
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
            connector()
                    .start(new StartOrder(
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
        var refused = assertInstanceOf(StartOutcome.Refused.class, connector().start(order));
        assertTrue(refused.reason().contains("/bin/no-such-shell"), refused.reason());
    }

    @Test
    void aLogFolderIsMadeInsideThePersonsFolderAndNowhereElse() throws IOException {
        var inside = with("logs/deep/%j.txt".replace("%j", "7"));
        connector().start(inside);
        awaitEnd(inside.attempt());
        assertTrue(Files.exists(folder.resolve("people/p1/jobs/7/logs/deep/7.txt")));
        for (String path : List.of("/tmp/gatehouse-outside.txt", "../../../../outside.txt")) {
            var refused =
                    assertInstanceOf(StartOutcome.Refused.class, connector().start(with(path)));
            assertTrue(refused.reason().contains("log file could not be opened"), refused.reason());
        }
    }

    @Test
    void aLogThatIsASymlinkOrAPipeIsRefused() throws IOException {
        StartOrder maker = with("other.txt", "ln -s /etc/hostname link.txt; mkfifo pipe");
        connector().start(maker);
        awaitEnd(maker.attempt());
        assertInstanceOf(StartOutcome.Refused.class, connector().start(with("link.txt")));
        assertInstanceOf(StartOutcome.Refused.class, connector().start(with("pipe")));
    }

    @Test
    void aLaterJobWithTheSameLogFileLeavesTheFirstOnesLogAlone() throws IOException {
        StartOrder first = with("shared.txt", "echo first");
        connector().start(first);
        awaitEnd(first.attempt());
        StartOrder second = with("shared.txt", "echo second");
        connector().start(second);
        awaitEnd(second.attempt());
        assertEquals("first\n", log(first.attempt()));
        assertEquals("second\n", log(second.attempt()));
        assertEquals("second\n", Files.readString(folder.resolve("people/p1/jobs/7/shared.txt")));
    }

    @Test
    void aFileThatBecomesALogLosesTheBitsThatLendAGroup() throws IOException {
        StartOrder maker = with("other.txt", "touch bits.txt; chmod 2755 bits.txt");
        connector().start(maker);
        awaitEnd(maker.attempt());
        Path file = folder.resolve("people/p1/jobs/7/bits.txt");
        StartOrder order = with("bits.txt", "exit 0");
        connector().start(order);
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
        connector().start(order);
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
