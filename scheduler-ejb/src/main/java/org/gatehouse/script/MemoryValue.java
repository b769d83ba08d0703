package org.gatehouse.script;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A size in MiB as sbatch reads it: a whole number, then K, M, G or T in either case, then perhaps a B. Without a letter
 * it is MiB; units are powers of 1024; K rounds up.
 */
final class MemoryValue {
    private static final long LARGEST = 1L << 50;
    private static final Pattern LOOSE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?) *([kmgtKMGT])(?:i?[bB]|ib|bytes)?");

    private MemoryValue() {}

    static Read<Long> read(String text) {
        String number = text.endsWith("B") || text.endsWith("b") ? text.substring(0, text.length() - 1) : text;
        boolean bytes = number.length() < text.length();
        char unit = number.isEmpty() ? ' ' : Character.toUpperCase(number.charAt(number.length() - 1));
        boolean hasUnit = "KMGT".indexOf(unit) >= 0;
        if (bytes && !hasUnit) {
            return bad(text);
        }
        long count = Digits.withSign(hasUnit ? number.substring(0, number.length() - 1) : number);
        if (count == Digits.NONE || count > LARGEST) {
            return bad(text);
        }
        long mebibytes = switch (unit) {
            case 'K' -> Math.ceilDiv(count, 1024);
            case 'G' -> saturated(count, 1L << 10);
            case 'T' -> saturated(count, 1L << 20);
            default -> count;
        };
        return new Read.Good<>(mebibytes);
    }

    private static long saturated(long count, long factor) {
        return count > LARGEST / factor ? LARGEST : count * factor;
    }

    private static Read<Long> bad(String text) {
        return new Read.Bad<>("\"" + Words.shorten(text) + "\" is no amount of memory", hint(text));
    }

    private static String hint(String text) {
        var loose = LOOSE.matcher(text.strip());
        if (text.length() <= 64 && loose.matches()) {
            var number = new BigDecimal(loose.group(1)).stripTrailingZeros();
            String unit = loose.group(2).toUpperCase(Locale.ROOT);
            if (number.scale() <= 0) {
                return "write " + number.toPlainString() + unit + " (1 G is 1024 MiB)";
            }
            int smaller = "KMGT".indexOf(unit) - 1;
            if (smaller >= 0) {
                String finer = number.multiply(BigDecimal.valueOf(1024))
                        .setScale(0, java.math.RoundingMode.CEILING)
                        .toPlainString();
                return "write " + finer + "KMGT".charAt(smaller) + ": only whole numbers are read";
            }
        }
        return "write a whole number and K, M, G or T, such as 16G; without a letter it is MiB; 0 is all of the node";
    }
}
