package org.gatehouse.scheduler.job;

import java.time.Instant;

/**
 * A script to begin with.
 *
 * @param site whether it is the site's; else it is somebody's own
 * @param version of its content, from 0
 */
public record Template(long id, boolean site, Content content, int version, Instant changedAt, String changedBy) {

    /** What a person writes. */
    public record Content(String name, String description, String script) {}
}
