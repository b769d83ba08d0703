package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.PoolInfo.Isolation;
import org.gatehouse.node.spi.StartOrder;
import org.gatehouse.node.spi.StartOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * In the way of a machine whose Gatehouse is not root: each job behind bubblewrap's walls. When the tests are root, the spawner has
 * another account. A machine that lets nobody make a sandbox fails here, with the spawner's reason.
 */
class SandboxConnectorTest extends LocalConnectorContract {

    @Override
    protected SpawnerRig.Way way() {
        return SpawnerRig.Way.SANDBOX;
    }

    @BeforeEach
    void thereIsASandbox() throws IOException {
        assertEquals(Isolation.SANDBOX, connector().pool().isolation(), rig().messages());
    }

    /** A script whose every line tries to reach something; "no" prints REACHED for what could be reached. */
    private String attempts(List<String> tries) throws IOException {
        return output("no() { if \"${@:2}\" >/dev/null 2>&1; then echo \"REACHED $1\"; fi; }\n"
                + String.join("\n", tries) + "\necho finished");
    }

    @Test
    void nothingOfGatehouseNorOfOthersIsInSight() throws IOException {
        Path other = Files.createDirectories(rig().areas().resolve("p2"));
        Files.writeString(other.resolve("secret.txt"), "of another person");
        Files.writeString(folder.resolve("password"), "of the database");
        StartOrder first = order("echo another job");
        connector().start(first);
        awaitEnd(first.attempt());
        String seen = attempts(List.of(
                "no 'the state folder' cat " + folder.resolve("password"),
                "no 'the socket of the spawner' test -e " + folder.resolve("s"),
                "no 'another person' ls " + other,
                "no 'another file' cat " + other.resolve("secret.txt"),
                "no 'the list of runs' test -e " + rig().runs().resolve(first.attempt() + "/exit"),
                // Where the run folder would be, there is a place of the sandbox's own at most.
                "touch " + rig().runs() + "/$GATEHOUSE_ATTEMPT/exit-of-mine 2>/dev/null",
                "[ -z \"$(ls " + rig().areas() + " | grep -v p1)\" ] || echo REACHED the list of people",
                "no 'home folders' ls /root",
                "no 'the real passwd' grep -q root-of-the-machine /etc/shadow",
                "no 'a write to the system' touch /usr/x",
                "no 'a write to the script' bash -c 'echo >> \"$0\"' \"$0\"",
                "no 'root' setpriv --reuid=0 true"));
        assertEquals("finished\n", seen);
        try (var files = Files.walk(rig().runs())) {
            assertTrue(files.noneMatch(file -> file.endsWith("exit-of-mine")));
        }
    }

    @Test
    void noProcessOfTheMachineCanBeSeenOrSignalled() throws IOException {
        StartOrder neighbour = order("sleep 60");
        connector().start(neighbour);
        awaitRunning(neighbour.attempt());
        String seen = attempts(List.of(
                "no 'the tests' kill -0 " + ProcessHandle.current().pid(),
                "no 'the spawner' kill -TERM " + rig().pid(),
                "kill -KILL -1 2>/dev/null; echo only mine: $(ls -d /proc/[0-9]* | wc -l)"));
        assertTrue(seen.contains("only mine: 4\n") || seen.contains("only mine: 5\n"), seen);
        assertTrue(seen.endsWith("finished\n"), seen);
        awaitRunning(neighbour.attempt());
        connector().stop(neighbour.attempt());
        awaitEnd(neighbour.attempt());
    }

    @Test
    void theMachinesLoopbackIsOutOfReachAndTheJobsOwnWorks() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String connect = "(exec 3<>/dev/tcp/127.0.0.1/" + listener.getLocalPort() + ")";
            String seen = output(connect + " 2>/dev/null && echo REACHED\n"
                    + "/usr/bin/python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0));"
                    + " socket.create_connection(s.getsockname()); print(\"own\")'");
            assertEquals("own\n", seen);
        }
    }

    @Test
    void aSymlinkInTheAreaLeadsNoLogOutOfIt() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        if (SpawnerRig.isRoot()) {
            SpawnerRig.give(outside, SpawnerRig.OWNER, SpawnerRig.OWNER);
        }
        output("ln -s " + outside + " away; ln -s ../../../outside near");
        for (String way : List.of("away", "near")) {
            StartOrder plain = order("exit 0");
            var program = new StartOrder.Program(
                    plain.program().script(),
                    List.of(),
                    Optional.empty(),
                    way + "/deep/x.txt",
                    Optional.empty(),
                    false,
                    java.util.Map.of());
            var order = new StartOrder(
                    AttemptId.random(), plain.job(), plain.person(), plain.shares(), program, plain.limits());
            var refused =
                    assertInstanceOf(StartOutcome.Refused.class, connector().start(order));
            assertTrue(refused.reason().contains("leads out of your folder"), refused.reason());
        }
        try (var files = Files.list(outside)) {
            assertEquals(0, files.count());
        }
    }

    /** bwrap is itself outside the walls: what a person puts into the environment must not reach it. */
    @Test
    void codeOfThePersonIsNotLoadedInFrontOfTheWalls() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        if (SpawnerRig.isRoot()) {
            SpawnerRig.give(outside, SpawnerRig.OWNER, SpawnerRig.OWNER);
        }
        String source = "#include <fcntl.h>\n#include <stdio.h>\n__attribute__((constructor)) static void begin(void)"
                + " { puts(\"loaded\"); open(\"" + outside + "/escaped\", O_CREAT | O_WRONLY, 0600); }\n";
        output("cat > in.c <<'END'\n" + source + "END\ncc -shared -fPIC -o in.so in.c");
        StartOrder plain = order("echo script");
        Path library = rig().areas().resolve("p1/jobs/7/in.so");
        var program = new StartOrder.Program(
                plain.program().script(),
                List.of(),
                Optional.empty(),
                "loaded.txt",
                Optional.empty(),
                false,
                java.util.Map.of("LD_PRELOAD", library.toString()));
        connector()
                .start(new StartOrder(
                        plain.attempt(), plain.job(), plain.person(), plain.shares(), program, plain.limits()));
        awaitEnd(plain.attempt());
        assertTrue(log(plain.attempt()).contains("loaded"), "in the job itself it is the person's to do");
        assertTrue(Files.notExists(outside.resolve("escaped")));
    }

    @Test
    void thePoolSaysThatJobsHaveNoNetwork() {
        assertTrue(
                connector().pool().notices().stream().anyMatch(notice -> notice.contains("no network")),
                () -> connector().pool().notices().toString());
    }
}
