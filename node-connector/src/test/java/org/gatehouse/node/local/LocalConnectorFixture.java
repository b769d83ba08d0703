package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.FakeConnector;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.NodeConnectorContract;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The real spawner and real processes for the tests of one of the local connector's ways. */
abstract class LocalConnectorFixture extends NodeConnectorContract {

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

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

    protected static List<StartOrder.Share> shares(int nodes, int tasks, int cpus, List<Integer> gpus) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(n -> new StartOrder.Share("demo-a" + n, tasks, cpus, 512, Optional.empty(), gpus))
                .toList();
    }

    protected String logged(AttemptId attempt) {
        try {
            return log(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
