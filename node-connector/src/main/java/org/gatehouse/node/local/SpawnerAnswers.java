package org.gatehouse.node.local;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.gatehouse.node.spi.AttemptEnd;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.Observation;

/** Turns the spawner's answer to {@code observe} into observations. */
final class SpawnerAnswers {

    private SpawnerAnswers() {}

    static void read(SpawnerMessage answer, Map<AttemptId, Observation> into) {
        String boot = answer.text("boot").orElse("");
        Map<String, String> one = new HashMap<>();
        for (SpawnerMessage.Field field : answer.fields()) {
            one.put(field.name(), field.text());
            if (field.name().equals("exit")) { // the last field of each attempt
                AttemptId id = AttemptId.of(one.getOrDefault("attempt", ""));
                into.put(id, observation(one, boot));
                one.clear();
            }
        }
    }

    private static Observation observation(Map<String, String> one, String boot) {
        Map<String, String> start = lines(one.getOrDefault("start", ""));
        Optional<Instant> startedAt = instant(start.get("started-ms"));
        return switch (one.getOrDefault("state", "")) {
            // A claimed folder in which nothing ever ran is as good as none: the start may be tried again.
            case "absent", "unstarted" -> new Observation.Absent();
            case "starting" -> new Observation.Known(new Observation.Starting());
            case "running" -> new Observation.Known(new Observation.Running(startedAt.orElse(Instant.EPOCH)));
            case "ended" ->
                new Observation.Known(new Observation.Ended(end(lines(one.getOrDefault("exit", "")), startedAt)));
            case "lost" -> new Observation.Known(new Observation.Ended(lost(start, startedAt, boot)));
            default -> new Observation.Unreachable("the spawner gave an unknown state");
        };
    }

    private static AttemptEnd end(Map<String, String> exit, Optional<Instant> startedAt) {
        int code = number(exit.get("exit"), -1);
        int signal = number(exit.get("signal"), 0);
        Cause cause = switch (exit.getOrDefault("cause", "")) {
            case "cancelled" -> Cause.STOPPED;
            case "time-limit" -> Cause.TIME_LIMIT;
            case "out-of-memory" -> Cause.OUT_OF_MEMORY;
            default -> Cause.EXITED;
        };
        return new AttemptEnd(
                cause,
                code >= 0 ? OptionalInt.of(code) : OptionalInt.empty(),
                signal > 0 ? OptionalInt.of(signal) : OptionalInt.empty(),
                startedAt,
                instant(exit.get("ended-ms")),
                Optional.of(new AttemptEnd.Use(
                        Double.parseDouble(exit.getOrDefault("cpu-seconds", "0")), number(exit.get("max-rss-kib"), 0))),
                null);
    }

    private static AttemptEnd lost(Map<String, String> start, Optional<Instant> startedAt, String boot) {
        boolean rebooted = !start.getOrDefault("boot", "").equals(boot);
        return new AttemptEnd(
                rebooted ? Cause.NODE_LOST : Cause.UNKNOWN,
                OptionalInt.empty(),
                OptionalInt.empty(),
                startedAt,
                Optional.empty(),
                Optional.empty(),
                rebooted
                        ? "the machine was restarted while it ran"
                        : "its runner was ended from outside, so nobody saw how it ended");
    }

    private static Map<String, String> lines(String text) {
        Map<String, String> values = new HashMap<>();
        for (String line : text.lines().toList()) {
            int at = line.indexOf('=');
            if (at > 0) {
                values.put(line.substring(0, at), line.substring(at + 1));
            }
        }
        return values;
    }

    private static int number(@org.jspecify.annotations.Nullable String text, int otherwise) {
        return text == null ? otherwise : Integer.parseInt(text);
    }

    private static Optional<Instant> instant(@org.jspecify.annotations.Nullable String millis) {
        return Optional.ofNullable(millis).map(Long::parseLong).map(Instant::ofEpochMilli);
    }
}
