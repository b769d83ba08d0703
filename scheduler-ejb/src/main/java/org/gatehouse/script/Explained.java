package org.gatehouse.script;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;

/** A setting in plain words: what the option is, and the value as understood. */
final class Explained {
    private Explained() {}

    /** @param now tells the zone of clock times */
    static String of(Setting setting, ZonedDateTime now) {
        String value = value(setting, now);
        return setting.option().meaning() + (value.isEmpty() ? "" : ": " + value);
    }

    private static String value(Setting setting, ZonedDateTime now) {
        String text = Words.shorten(setting.text());
        return switch (setting.option().argument()) {
            case TIME -> time(setting.text());
            case MEMORY -> memory(setting.text());
            case GPUS -> gpus(GpuValue.readGpus(setting.text()), text);
            case GRES -> gres(setting.text());
            case OPEN_MODE -> text.startsWith("a") || text.startsWith("A") ? "append" : "truncate";
            case WHEN -> when(setting.text(), now);
            case NONE, OPTIONAL, TEXT, COUNT, NODES, SIGNAL, YES_NO, MAIL, EXCLUSIVE, HINT -> text;
        };
    }

    private static String when(String text, ZonedDateTime now) {
        return switch (WhenValue.read(text, now)) {
            case Read.Good<ZonedDateTime>(ZonedDateTime when) -> Words.moment(when);
            case Read.Bad<ZonedDateTime> bad -> text;
        };
    }

    private static String time(String text) {
        return switch (TimeValue.read(text)) {
            case Read.Good<TimeValue>(TimeValue.Limited(Duration limit)) -> Words.duration(limit);
            case Read.Good<TimeValue>(TimeValue.Unlimited unlimited) -> "the most the partition allows";
            case Read.Bad<TimeValue> bad -> text;
        };
    }

    private static String memory(String text) {
        return switch (MemoryValue.read(text)) {
            case Read.Good<Long>(Long count) -> count == 0 ? "all of the node" : Words.mebibytes(count);
            case Read.Bad<Long> bad -> text;
        };
    }

    private static String gpus(Read<List<GpuCount>> gpus, String text) {
        return switch (gpus) {
            case Read.Good<List<GpuCount>>(List<GpuCount> counts) -> Words.gpus(counts);
            case Read.Bad<List<GpuCount>> bad -> text;
        };
    }

    private static String gres(String text) {
        return switch (GpuValue.readGres(text)) {
            case Read.Good<GpuValue.Gres>(GpuValue.Gres gres) -> Words.gpus(gres.gpus());
            case Read.Bad<GpuValue.Gres> bad -> text;
        };
    }
}
