package org.gatehouse.node.local;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the parts of the local pools are.
 *
 * @param spawnerSocket the Unix socket of the spawner
 * @param runs holds a run folder per attempt
 * @param areas holds a folder per person
 * @param stopGrace time between TERM and KILL when an attempt is ended
 */
public record LocalSettings(Path spawnerSocket, Path runs, Path areas, Duration stopGrace) {}
