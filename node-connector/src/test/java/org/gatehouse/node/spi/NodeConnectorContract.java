package org.gatehouse.node.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.junit.jupiter.api.Test;

/** What every connector keeps; run by the fake and by each real one. Scripts use echo, sleep and exit only. */
public abstract class NodeConnectorContract {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);

    protected abstract NodeConnector connector();

    /** Makes the pool unable to answer. */
    protected abstract void goDark() throws IOException;

    protected StartOrder order(String script) {
        return order(AttemptId.random(), script, Duration.ofMinutes(5));
    }

    protected boolean can(Ability ability) {
        return connector().pool().abilities().contains(ability);
    }

    protected StartOrder order(AttemptId attempt, String script, Duration limit) {
        return order(attempt, script, new StartOrder.Limits(limit, Optional.empty()));
    }

    protected StartOrder order(AttemptId attempt, String script, StartOrder.Limits limits) {
        Inventory.Node node = connector().inventory().nodes().getFirst();
        return new StartOrder(
                attempt,
                new StartOrder.Job(7, "contract", "vision", "gpu", 1, 1, 0, Optional.empty()),
                new StartOrder.Person(1, "alice"),
                List.of(new StartOrder.Share(node.name(), 1, 1, 64, Optional.empty(), List.of())),
                new StartOrder.Program(
                        ("#!/bin/bash\n" + script + "\n").getBytes(StandardCharsets.UTF_8),
                        List.of(),
                        Optional.empty(),
                        "out-" + attempt + ".txt",
                        Optional.empty(),
                        false,
                        Map.of()),
                limits);
    }

    protected static StartOrder with(StartOrder order, List<StartOrder.Share> shares) {
        return new StartOrder(order.attempt(), order.job(), order.person(), shares, order.program(), order.limits());
    }

    /** One task with one CPU on each of the pool's first nodes. */
    private StartOrder overNodes(int count, String script) {
        List<StartOrder.Share> shares = connector().inventory().nodes().stream()
                .limit(count)
                .map(node -> new StartOrder.Share(node.name(), 1, 1, 64, Optional.empty(), List.of()))
                .toList();
        assertEquals(count, shares.size(), "the pool of this test has too few nodes");
        return with(order(script), shares);
    }

    protected Observation observe(AttemptId id) {
        return connector().observe(List.of(id)).get(id);
    }

    protected AttemptEnd awaitEnd(AttemptId id) {
        await(() -> observe(id) instanceof Observation.Known(Observation.Ended _));
        return observe(id) instanceof Observation.Known(Observation.Ended(AttemptEnd end)) ? end : fail();
    }

    protected void awaitRunning(AttemptId id) {
        await(() -> observe(id) instanceof Observation.Known(Observation.Running _));
    }

    private static AttemptEnd fail() {
        throw new AssertionError("an end was seen and then not");
    }

    protected static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it did not happen in " + PATIENCE);
            Thread.onSpinWait();
        }
    }

    @Test
    void anAttemptEndsWithTheExitCodeOfItsScript() {
        StartOrder order = order("exit 3");
        assertInstanceOf(StartOutcome.Accepted.class, connector().start(order));
        AttemptEnd end = awaitEnd(order.attempt());
        assertEquals(Cause.EXITED, end.cause());
        assertEquals(3, end.exitCode().orElseThrow());
        assertTrue(end.startedAt().isPresent() && end.endedAt().isPresent());
    }

    @Test
    void anAttemptIsSeenRunningWhileItRuns() {
        StartOrder order = order("sleep 60");
        connector().start(order);
        awaitRunning(order.attempt());
        connector().stop(order.attempt());
        awaitEnd(order.attempt());
    }

    @Test
    void startingTheSameAttemptTwiceStartsItOnce() throws IOException {
        StartOrder order = order("echo once");
        assertInstanceOf(StartOutcome.Accepted.class, connector().start(order));
        assertInstanceOf(StartOutcome.Accepted.class, connector().start(order));
        awaitEnd(order.attempt());
        assertInstanceOf(StartOutcome.Accepted.class, connector().start(order), "also after its end");
        assertEquals("once\n", log(order.attempt()));
    }

    @Test
    void anAttemptThatWasNeverStartedIsAbsent() {
        assertInstanceOf(Observation.Absent.class, observe(AttemptId.random()));
    }

    @Test
    void aStopEndsTheAttemptAsStopped() {
        StartOrder order = order("sleep 60");
        connector().start(order);
        awaitRunning(order.attempt());
        assertInstanceOf(StopOutcome.Asked.class, connector().stop(order.attempt()));
        assertEquals(Cause.STOPPED, awaitEnd(order.attempt()).cause());
        assertInstanceOf(StopOutcome.Asked.class, connector().stop(order.attempt()), "a second stop does no harm");
        assertEquals(Cause.STOPPED, awaitEnd(order.attempt()).cause());
    }

    @Test
    void aStopAfterTheEndChangesNothing() {
        StartOrder order = order("exit 0");
        connector().start(order);
        awaitEnd(order.attempt());
        connector().stop(order.attempt());
        assertEquals(Cause.EXITED, awaitEnd(order.attempt()).cause());
    }

    @Test
    void theTimeLimitEndsAnAttempt() {
        StartOrder order = order(AttemptId.random(), "sleep 60", Duration.ofSeconds(1));
        connector().start(order);
        assertEquals(Cause.TIME_LIMIT, awaitEnd(order.attempt()).cause());
    }

    @Test
    void anAttemptOverSeveralNodesRunsItsScriptOnce() throws IOException {
        StartOrder order = overNodes(2, "echo once");
        StartOutcome outcome = connector().start(order);
        if (can(Ability.SEVERAL_NODES)) {
            assertInstanceOf(StartOutcome.Accepted.class, outcome);
            awaitEnd(order.attempt());
            assertEquals("once\n", log(order.attempt()));
        } else {
            assertInstanceOf(StartOutcome.Refused.class, outcome, "what a pool cannot honour it refuses");
        }
    }

    @Test
    void aWarningThatAScriptDoesNotHandleEndsItBeforeItsTime() {
        var warning = new StartOrder.Warning(15, true, Duration.ofSeconds(59));
        var limits = new StartOrder.Limits(Duration.ofMinutes(1), Optional.of(warning));
        StartOrder order = order(AttemptId.random(), "sleep 50", limits);
        StartOutcome outcome = connector().start(order);
        if (can(Ability.WARNING)) {
            assertInstanceOf(StartOutcome.Accepted.class, outcome);
            AttemptEnd end = awaitEnd(order.attempt());
            assertEquals(Cause.EXITED, end.cause(), "it is not the limit, and nobody stopped it");
            assertEquals(15, end.signal().orElseThrow());
        } else {
            assertInstanceOf(StartOutcome.Refused.class, outcome, "what a pool cannot honour it refuses");
        }
    }

    @Test
    void aWarningForStepsLeavesTheScriptAlone() {
        var warning = new StartOrder.Warning(15, false, Duration.ofSeconds(60));
        var limits = new StartOrder.Limits(Duration.ofSeconds(30), Optional.of(warning));
        StartOrder order = order(AttemptId.random(), "sleep 1\nexit 4", limits);
        if (can(Ability.WARNING)) {
            connector().start(order);
            assertEquals(4, awaitEnd(order.attempt()).exitCode().orElseThrow());
        }
    }

    @Test
    void anEndIsHinted() {
        Set<AttemptId> hinted = ConcurrentHashMap.newKeySet();
        try (NodeConnector.Subscription _ = connector().onEnd(hinted::add)) {
            StartOrder order = order("exit 0");
            connector().start(order);
            await(() -> hinted.contains(order.attempt()));
        }
    }

    @Test
    void aLogIsReadFromAnyOffset() throws IOException {
        StartOrder order = order("echo first\necho second");
        connector().start(order);
        awaitEnd(order.attempt());
        assertEquals("first\nsecond\n", log(order.attempt()));
        try (LogSource log =
                connector().openLog(order.attempt(), LogStream.STDOUT).orElseThrow()) {
            ByteBuffer buffer = ByteBuffer.allocate(6);
            assertEquals(6, log.read(6, buffer));
            assertEquals("second", new String(buffer.array(), StandardCharsets.UTF_8));
            assertEquals(0, log.read(13, ByteBuffer.allocate(1)), "there is nothing behind the end");
        }
        assertTrue(connector().openLog(order.attempt(), LogStream.STDERR).isEmpty(), "stderr went to stdout");
    }

    @Test
    void aPoolInTheDarkAnswersNothingAndForgetsNothing() throws IOException {
        StartOrder order = order("sleep 60");
        connector().start(order);
        awaitRunning(order.attempt());
        goDark();
        assertInstanceOf(Observation.Unreachable.class, observe(order.attempt()));
        assertInstanceOf(Observation.Unreachable.class, observe(AttemptId.random()), "could not ask is never absent");
        assertInstanceOf(StartOutcome.Unreachable.class, connector().start(order("exit 0")));
        assertInstanceOf(StopOutcome.Unreachable.class, connector().stop(order.attempt()));
    }

    protected String log(AttemptId id) throws IOException {
        try (LogSource log = connector().openLog(id, LogStream.STDOUT).orElseThrow()) {
            ByteBuffer buffer = ByteBuffer.allocate((int) log.size());
            log.read(0, buffer);
            return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
        }
    }
}
