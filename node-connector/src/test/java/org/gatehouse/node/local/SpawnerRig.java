package org.gatehouse.node.local;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real spawner with its folders, in each of the ways in which a machine may run it. */
final class SpawnerRig implements Closeable {

    /** How the spawner is started. */
    enum Way {
        /** Under the tests' account, without walls. */
        SINGLE,
        /** Under an account that is not root; each job in a sandbox. */
        SANDBOX,
        /** As root; an account per person. */
        PERSON
    }

    static final int PORTAL = 55001;
    static final int RUNNER = 55002;
    static final int OWNER = 55003;
    static final int FIRST_PERSON = 55010;
    static final int LAST_PERSON = 55019;

    private final Path folder;
    private final Way way;
    private final Path program;
    private Optional<Process> relay = Optional.empty();
    private Process spawner;

    SpawnerRig(Path folder, Way way) throws IOException {
        this.folder = folder;
        this.way = way;
        this.program = copyPrograms();
        mode(folder, "rwx--x--x");
        makeFolders();
        this.spawner = begin();
        if (isRoot() && way != Way.SINGLE) {
            relay = Optional.of(startRelay());
        }
    }

    static boolean isRoot() {
        return ProcessHandle.current().info().user().orElse("").equals("root");
    }

    Path runs() {
        return folder.resolve("runs");
    }

    Path areas() {
        return folder.resolve("people");
    }

    /** What the connector connects to. */
    Path socket() {
        return folder.resolve(relay.isPresent() ? "r" : "s");
    }

    long pid() {
        return spawner.pid();
    }

    String messages() throws IOException {
        return Files.readString(folder.resolve("spawner.log"));
    }

    /** The account under which everything runs that is not a person's; -1 for the tests' own. */
    private int owner() {
        return isRoot() && way == Way.SANDBOX ? OWNER : -1;
    }

    private Path copyPrograms() throws IOException {
        Path built = Path.of("target/native");
        Path app = Files.createDirectory(folder.resolve("app"));
        Path tools = Files.createDirectory(app.resolve("tools"));
        for (String tool : List.of("srun", "scontrol", "gatehouse-inside")) {
            Files.copy(built.resolve("tools").resolve(tool), tools.resolve(tool));
        }
        return Files.copy(built.resolve("gatehouse-spawner"), app.resolve("gatehouse-spawner"));
    }

    private void makeFolders() throws IOException {
        Path pulse = Files.createDirectories(runs().resolve("pulse"));
        Files.createDirectory(areas());
        if (way == Way.PERSON) {
            give(runs(), 0, PORTAL);
            give(pulse, RUNNER, PORTAL);
            mode(runs(), "rwxr-x--x");
            mode(pulse, "rwxr-x---");
            mode(areas(), "rwx--x--x");
        } else if (owner() >= 0) {
            for (Path path : List.of(folder, runs(), pulse, areas())) {
                give(path, owner(), owner());
            }
        }
    }

    static void give(Path path, int uid, int gid) throws IOException {
        Files.setAttribute(path, "unix:uid", uid);
        Files.setAttribute(path, "unix:gid", gid);
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private Process begin() throws IOException {
        List<String> command = new ArrayList<>(as(owner()));
        command.addAll(
                List.of(program.toString(), "--socket", folder.resolve("s").toString()));
        command.addAll(List.of("--runs", runs().toString(), "--areas", areas().toString()));
        command.addAll(
                switch (way) {
                    case SINGLE -> List.of("--single", "--no-sandbox");
                    case SANDBOX -> List.of("--single");
                    case PERSON ->
                        List.of(
                                "--peer-uid=" + PORTAL,
                                "--portal-gid=" + PORTAL,
                                "--run-uid=" + RUNNER,
                                "--uid-range=" + FIRST_PERSON + "-" + LAST_PERSON);
                });
        Process begun = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("spawner.log").toFile()))
                .start();
        await(folder.resolve("s"), begun);
        return begun;
    }

    private Process startRelay() throws IOException {
        int account = way == Way.PERSON ? PORTAL : OWNER;
        Path at = Files.createDirectories(folder.resolve("app/org/gatehouse/node/local"));
        Path listens = Files.createDirectory(folder.resolve("rs"));
        give(listens, account, account);
        Files.copy(Path.of("target/test-classes/org/gatehouse/node/local/Relay.class"), at.resolve("Relay.class"));
        List<String> command = new ArrayList<>(as(account));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Xmx64m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", folder.resolve("app").toString()));
        command.addAll(List.of(
                Relay.class.getName(),
                listens.resolve("r").toString(),
                folder.resolve("s").toString()));
        Process begun = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("relay.log").toFile())
                .start();
        await(listens.resolve("r"), begun);
        Files.createSymbolicLink(folder.resolve("r"), listens.resolve("r"));
        return begun;
    }

    static List<String> as(int uid) {
        return uid < 0 ? List.of() : List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--");
    }

    private void await(Path socket, Process process) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!Files.exists(socket)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("no socket " + socket + ": " + messages());
            }
            Thread.onSpinWait();
        }
    }

    void end() {
        spawner.destroyForcibly();
        spawner.onExit().join();
    }

    /** Another one on the same folders. */
    void beginAgain() throws IOException {
        Files.deleteIfExists(folder.resolve("s"));
        spawner = begin();
    }

    /** Ends it as a person would, so that it can put away what it made. */
    void endGently() {
        spawner.destroy();
        spawner.onExit().join();
    }

    @Override
    public void close() {
        relay.ifPresent(Process::destroyForcibly);
        endGently();
        try {
            Files.deleteIfExists(folder.resolve("s"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
