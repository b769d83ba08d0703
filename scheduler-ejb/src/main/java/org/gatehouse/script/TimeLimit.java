package org.gatehouse.script;

import java.time.Duration;

/** The time limit of a job: always finite, in whole minutes, with where it came from. */
public record TimeLimit(Duration limit, Origin origin) {

    /** Asked for in the script or form; the partition's default; or its maximum, because "no limit" was asked for. */
    public enum Origin {
        ASKED,
        PARTITION_DEFAULT,
        PARTITION_MAXIMUM
    }
}
