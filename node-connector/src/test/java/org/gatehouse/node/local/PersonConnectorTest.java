package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gatehouse.node.spi.Ability;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.PoolInfo.Isolation;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** In the way of a machine whose Gatehouse is root: an account per person, and memory limits where the machine has cgroups. */
class PersonConnectorTest extends LocalConnectorContract {

    @BeforeAll
    static void onlyForRoot() {
        Assumptions.assumeTrue(SpawnerRig.isRoot(), "only root can start jobs under other accounts");
    }

    @Override
    protected SpawnerRig.Way way() {
        return SpawnerRig.Way.PERSON;
    }

    @Test
    void eachPersonHasAnAccount() throws IOException {
        assertEquals(Isolation.PERSON, connector().pool().isolation());
        assertEquals(SpawnerRig.FIRST_PERSON + " alice\n", output("echo $(id -u) $(whoami)"));
    }

    /** On a machine without cgroups the pool says that memory is not enforced; then that is what is tested. */
    private boolean memoryIsEnforced() throws IOException {
        boolean enforced = can(Ability.MEMORY_LIMIT);
        boolean told =
                connector().pool().notices().stream().anyMatch(notice -> notice.contains("planned, not enforced"));
        assertEquals(enforced, !told, rig().messages());
        assertEquals(enforced, !rig().messages().contains("memory is not enforced"));
        return enforced;
    }

    @Test
    void aLackOfMemoryIsToldApartFromAKill() throws IOException {
        StartOrder killed = order("kill -KILL $$");
        connector().start(killed);
        AttemptEnd end = awaitEnd(killed.attempt());
        assertEquals(Cause.EXITED, end.cause());
        assertEquals(9, end.signal().orElseThrow());
        if (memoryIsEnforced()) {
            StartOrder hungry = order("exec tail /dev/zero");
            connector().start(hungry);
            assertEquals(Cause.OUT_OF_MEMORY, awaitEnd(hungry.attempt()).cause());
        }
    }

    @Test
    void aScriptThatGoesOnAfterALackOfMemoryIsOutOfMemoryAllTheSame() throws IOException {
        if (memoryIsEnforced()) {
            StartOrder order = order("tail /dev/zero; exit 0");
            connector().start(order);
            assertEquals(Cause.OUT_OF_MEMORY, awaitEnd(order.attempt()).cause());
        }
    }

    @Test
    void theMemoryOfSeveralNodesIsOneLimit() throws IOException {
        if (memoryIsEnforced()) {
            String some = "head -c 200M /dev/zero | tail -c 200M | wc -c";
            StartOrder order = with(order(some), shares(2, 1, 1, List.of()));
            connector().start(order);
            awaitEnd(order.attempt());
            assertEquals("209715200\n", log(order.attempt()), "two nodes of 512 MiB have room for it");
        }
    }

    private List<Path> groups() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : List.of(Path.of("/sys/fs/cgroup/memory"), Path.of("/sys/fs/cgroup"))) {
            if (Files.isDirectory(root)) {
                try (var folders = Files.newDirectoryStream(root, "gatehouse-*")) {
                    folders.forEach(found::add);
                }
            }
        }
        String own = "%x-%x".formatted((Long) Files.getAttribute(rig().runs(), "unix:dev"), (Long)
                Files.getAttribute(rig().runs(), "unix:ino"));
        return found.stream().filter(path -> path.toString().endsWith(own)).toList();
    }

    @Test
    void groupsAreRemovedAfterTheEndAndWhatADeadRunnerLeftIsEnded() throws IOException {
        if (!memoryIsEnforced()) {
            return;
        }
        Path parent = groups().getFirst();
        StartOrder orderly = order("exit 0");
        connector().start(orderly);
        awaitEnd(orderly.attempt());
        await(() -> !Files.exists(parent.resolve(orderly.attempt().toString())));
        // Nothing of this one carries its id in the environment: only the group tells whose it is.
        StartOrder left = order("env -i setsid bash -c 'while :; do sleep 1; done' & env -i sleep 60");
        connector().start(left);
        Path group = parent.resolve(left.attempt().toString());
        await(() -> members(group).size() >= 3);
        endRunner(left.attempt());
        assertEquals(Cause.UNKNOWN, awaitEnd(left.attempt()).cause());
        await(() -> !Files.exists(group)); // only one without processes can be removed
        Path stale = Files.createDirectory(parent.resolve(AttemptId.random().toString()));
        rig().end();
        rig().beginAgain();
        await(() -> !Files.exists(stale));
        rig().endGently();
        assertTrue(groups().isEmpty(), "a spawner that ends leaves no empty group");
        rig().beginAgain();
    }

    private static List<Long> members(Path group) {
        try {
            return Files.readAllLines(group.resolve("cgroup.procs")).stream()
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Test
    void aFullFileSystemAtTheStartIsTold() throws Exception {
        Path runs = rig().runs();
        assertEquals(0, run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", runs.toString()));
        try {
            Files.createDirectory(runs.resolve("pulse"));
            StartOrder order = order("#".repeat(200_000));
            var refused =
                    assertInstanceOf(StartOutcome.Refused.class, connector().start(order));
            assertTrue(
                    refused.reason().contains("No space left on device")
                            || refused.reason().contains("another file system"),
                    refused.reason());
        } finally {
            run("umount", "-l", runs.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
