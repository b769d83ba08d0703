package org.gatehouse.node.local;

import java.util.ArrayList;
import java.util.List;

/** Lists as Slurm writes them: {@code demo-a[1-3,7]} for names, {@code 8(x2),4} for numbers. */
final class NodeNames {

    private NodeNames() {}

    /** A name in two parts: all up to its last digits, and those. */
    private record Split(String stem, String digits) {

        static Split of(String name) {
            int at = name.length();
            while (at > 0 && name.charAt(at - 1) >= '0' && name.charAt(at - 1) <= '9') {
                at--;
            }
            // More than nine digits are no number that a range counts.
            return name.length() - at > 9 ? new Split(name, "") : new Split(name.substring(0, at), name.substring(at));
        }

        boolean kin(Split other) {
            return !digits.isEmpty() && !other.digits.isEmpty() && stem.equals(other.stem);
        }

        /** 10 follows 9 and 09, but not 009: the width is part of the name. */
        boolean before(Split next) {
            boolean padded = digits.startsWith("0") || next.digits.startsWith("0");
            return Integer.parseInt(next.digits) == Integer.parseInt(digits) + 1
                    && (!padded || digits.length() == next.digits.length());
        }
    }

    /** In the order given; neighbours that differ in their number alone stand in one bracket. */
    static String compressed(List<String> names) {
        List<Split> all = names.stream().map(Split::of).toList();
        List<String> groups = new ArrayList<>();
        for (int from = 0, to; from < all.size(); from = to) {
            to = from + 1;
            while (to < all.size() && all.get(from).kin(all.get(to))) {
                to++;
            }
            groups.add(to == from + 1 ? names.get(from) : bracket(all.subList(from, to)));
        }
        return String.join(",", groups);
    }

    private static String bracket(List<Split> kin) {
        List<String> ranges = new ArrayList<>();
        for (int from = 0, last; from < kin.size(); from = last + 1) {
            last = from;
            while (last + 1 < kin.size() && kin.get(last).before(kin.get(last + 1))) {
                last++;
            }
            ranges.add(
                    kin.get(from).digits() + (last > from ? "-" + kin.get(last).digits() : ""));
        }
        return kin.getFirst().stem() + "[" + String.join(",", ranges) + "]";
    }

    /** One number for each node, those that repeat counted. */
    static String repeats(List<Integer> numbers) {
        List<String> parts = new ArrayList<>();
        for (int from = 0, to; from < numbers.size(); from = to) {
            to = from + 1;
            while (to < numbers.size() && numbers.get(to).equals(numbers.get(from))) {
                to++;
            }
            parts.add(numbers.get(from) + (to - from > 1 ? "(x" + (to - from) + ")" : ""));
        }
        return String.join(",", parts);
    }
}
