package org.gatehouse.node.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.node.spi.Ability;
import org.gatehouse.node.spi.PoolInfo.Isolation;

/**
 * What the spawner says of itself: how it keeps jobs apart, and what this machine lets it do.
 *
 * @param tools the folder with srun
 * @param memoryLimit whether it can make cgroups
 */
record SpawnerHello(Isolation isolation, int firstUid, int lastUid, Optional<Path> tools, boolean memoryLimit) {

    static SpawnerHello read(SpawnerMessage hello) throws IOException {
        Isolation isolation = switch (hello.text("mode").orElse("")) {
            case "person" -> Isolation.PERSON;
            case "sandbox" -> Isolation.SANDBOX;
            case "single" -> Isolation.SINGLE_PERSON;
            default -> throw new IOException("it gave an unknown mode");
        };
        try {
            return new SpawnerHello(
                    isolation,
                    Integer.parseInt(hello.text("uid-first").orElse("")),
                    Integer.parseInt(hello.text("uid-last").orElse("")),
                    hello.text("tools").filter(path -> !path.isEmpty()).map(Path::of),
                    hello.text("memory-limit").orElse("").equals("1"));
        } catch (NumberFormatException e) {
            throw new IOException("it gave no range of accounts", e);
        }
    }

    Set<Ability> abilities() {
        Set<Ability> abilities = EnumSet.of(Ability.SEVERAL_NODES, Ability.WARNING);
        if (tools.isPresent()) {
            abilities.add(Ability.SRUN);
        }
        if (memoryLimit) {
            abilities.add(Ability.MEMORY_LIMIT);
        }
        return abilities;
    }

    /** Sentences about what is not as one may expect. */
    List<String> notices() {
        List<String> notices = new ArrayList<>();
        switch (isolation) {
            case PERSON -> {}
            case SANDBOX ->
                notices.add(
                        "Sandbox: Gatehouse was not started as root, so all jobs run under one account, each walled off in a"
                                + " sandbox. A job sees the person's folder and no other, and has no network but its own loopback.");
            case SINGLE_PERSON ->
                notices.add("Single person: Gatehouse was not started as root, so every job runs under the account that"
                        + " started it. Do not let others sign in.");
        }
        if (!memoryLimit) {
            notices.add("Memory is planned, not enforced, on this pool.");
        }
        return notices;
    }
}
