package org.gatehouse.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GPUs as {@code --gpus} and its kin read them ({@code 2}, {@code a100}, {@code a100:2}, lists of these) and as
 * {@code --gres} does ({@code gpu:} before each, other resources between). A type without a number is one GPU; a number
 * alone is a count, also where a type looks like one; a type given twice counts as the last says.
 */
final class GpuValue {
    private static final int MOST_KINDS = 64;

    /**
     * @param gpus one entry per type
     * @param others names of resources that are no GPUs
     */
    record Gres(List<GpuCount> gpus, List<String> others) {}

    private GpuValue() {}

    static Read<List<GpuCount>> readGpus(String text) {
        return switch (read(text, false)) {
            case Read.Good<Gres>(Gres gres) -> new Read.Good<>(gres.gpus());
            case Read.Bad<Gres>(String problem, String hint) -> new Read.Bad<>(problem, hint);
        };
    }

    static Read<Gres> readGres(String text) {
        return text.equalsIgnoreCase("none") ? new Read.Good<>(new Gres(List.of(), List.of())) : read(text, true);
    }

    private static Read<Gres> read(String text, boolean gres) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        var others = new java.util.ArrayList<String>();
        String[] items = text.split(",", MOST_KINDS + 1);
        if (items.length > MOST_KINDS) {
            return new Read.Bad<>("more than " + MOST_KINDS + " kinds of resource", "name each kind once");
        }
        for (String item : items) {
            if (item.isEmpty()) {
                continue;
            }
            String bare = gres ? inGres(item) : item;
            if (bare == null) {
                others.add(withoutPrefix(item).split("[:=]", 2)[0]);
                continue;
            }
            String problem = add(bare, counts);
            if (problem != null) {
                return new Read.Bad<>("\"" + Words.shorten(item) + "\" " + problem, hint(gres));
            }
        }
        return new Read.Good<>(new Gres(
                counts.entrySet().stream()
                        .map(entry -> new GpuCount(entry.getKey().isEmpty() ? null : entry.getKey(), entry.getValue()))
                        .toList(),
                List.copyOf(others)));
    }

    /** What stands behind {@code gpu:}; {@code 1} for gpu alone; null for another resource. */
    private static @Nullable String inGres(String item) {
        String bare = withoutPrefix(item);
        if (bare.equals("gpu")) {
            return "1";
        }
        return bare.startsWith("gpu:") ? bare.substring(4) : null;
    }

    private static String withoutPrefix(String item) {
        return item.startsWith("gres:") ? item.substring(5) : item;
    }

    /** Adds {@code 2}, {@code a100} or {@code a100:2}; null when well, else what is wrong. */
    private static @Nullable String add(String item, Map<String, Integer> counts) {
        int mark = Math.max(item.lastIndexOf(':'), item.lastIndexOf('='));
        String type = mark < 0 ? "" : item.substring(0, mark);
        String number = item.substring(mark + 1);
        long count = Digits.withFactor(number);
        if (mark < 0 && count == Digits.NONE && !number.startsWith("-")) {
            return putType(item, 1, counts);
        }
        if (count == Digits.NONE || count > Digits.LARGEST) {
            return number.startsWith("-") ? "asks for less than none" : "has no count at its end";
        }
        return mark < 0 ? put("", (int) count, counts) : putType(type, (int) count, counts);
    }

    private static @Nullable String putType(String type, int count, Map<String, Integer> counts) {
        boolean isName = !type.isEmpty() && type.chars().noneMatch(c -> ":=()".indexOf(c) >= 0 || Blanks.is(c));
        return isName ? put(type, count, counts) : "is no type and count of GPUs";
    }

    private static @Nullable String put(String type, int count, Map<String, Integer> counts) {
        counts.put(type, count);
        return null;
    }

    private static String hint(boolean gres) {
        return gres ? "write gpu:2 or gpu:TYPE:2" : "write 2 or TYPE:2";
    }
}
