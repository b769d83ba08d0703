package org.gatehouse.node.spi;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * One place to run, as people see it.
 *
 * @param simulated its nodes and GPUs are declared, not real; said wherever the pool is named
 * @param notices sentences that belong beside its name
 */
public record PoolInfo(
        String name,
        String kind,
        boolean simulated,
        Isolation isolation,
        List<String> notices,
        Set<Ability> abilities,
        List<Partition> partitions) {

    public PoolInfo {
        notices = List.copyOf(notices);
        abilities = Set.copyOf(abilities);
        partitions = List.copyOf(partitions);
    }

    /** How jobs of different people are kept apart. */
    public enum Isolation {
        /** An account for each person. */
        PERSON,
        /** All under the account that started Gatehouse, each job walled off by a sandbox. */
        SANDBOX,
        /** All under the account that started Gatehouse: one person only. */
        SINGLE_PERSON
    }

    /** Both times are finite and positive. */
    public record Partition(String name, boolean isDefault, Duration defaultTime, Duration maxTime) {}
}
