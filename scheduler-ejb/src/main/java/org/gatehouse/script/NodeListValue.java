package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list of nodes as Slurm writes it: {@code demo-a[1-4],demo-v1}, {@code n[001-010,12]}, {@code r[1-2]n[1-4]}. A range keeps
 * the leading zeros of its first number. A node that is named twice is there once.
 *
 * <p>Names are counted before one is made: at most {@value #MOST}, each of at most {@value #LONGEST} characters.
 */
final class NodeListValue {
    static final int MOST = 10_000;
    private static final int LONGEST = 255;

    private final String text;
    private final Set<String> names = new LinkedHashSet<>();
    private int at;
    private long made;
    private Read.@Nullable Bad<List<String>> wrong;

    private NodeListValue(String text) {
        this.text = text;
    }

    static Read<List<String>> read(String text) {
        if (text.indexOf('/') >= 0) {
            return new Read.Bad<>(
                    "\"" + Words.shorten(text) + "\" is the name of a file, which is not read here",
                    "write the names of the nodes");
        }
        var value = new NodeListValue(text);
        value.items();
        return value.wrong != null ? value.wrong : new Read.Good<>(List.copyOf(value.names));
    }

    private void items() {
        while (wrong == null && at < text.length()) {
            item();
            at++;
        }
        if (wrong == null && names.isEmpty()) {
            fail("it names no node", "write names such as n1,n2 or n[1-4]");
        }
    }

    /** Reads up to a comma outside of brackets. */
    private void item() {
        List<String> begun = new ArrayList<>(List.of(""));
        int start = at;
        while (wrong == null && at < text.length() && text.charAt(at) != ',') {
            int from = at;
            while (at < text.length() && ",[]".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String literal = text.substring(from, at);
            if (at < text.length() && text.charAt(at) == ']') {
                fail("a ] without [ in \"" + Words.shorten(text) + "\"", "write n[1-4]");
            }
            boolean bracket = at < text.length() && text.charAt(at) == '[';
            begun = joined(begun, literal, bracket ? bracket() : List.of(""));
        }
        if (wrong == null && at > start && hasRoom(begun.size())) {
            made += begun.size();
            names.addAll(begun);
        }
    }

    private List<String> joined(List<String> starts, String literal, List<String> ends) {
        if (wrong != null || !hasRoom((long) starts.size() * ends.size())) {
            return starts;
        }
        if (starts.getFirst().length() + literal.length() + ends.getLast().length() > LONGEST) {
            fail("a name of more than " + LONGEST + " characters", "write the names of nodes");
            return starts;
        }
        var joined = new ArrayList<String>(starts.size() * ends.size());
        for (String start : starts) {
            ends.forEach(end -> joined.add(start + literal + end));
        }
        return joined;
    }

    private boolean hasRoom(long more) {
        if (made + more > MOST) {
            fail("it names more than " + MOST + " nodes", "name fewer");
        }
        return wrong == null;
    }

    private void fail(String problem, String hint) {
        wrong = wrong == null ? new Read.Bad<>(problem, hint) : wrong;
    }

    /** What stands between the brackets, each number with its zeros; goes on behind the closing one. */
    private List<String> bracket() {
        int close = text.indexOf(']', at);
        if (close < 0) {
            fail("a [ is never closed in \"" + Words.shorten(text) + "\"", "write n[1-4]");
            return List.of("");
        }
        var numbers = new ArrayList<String>();
        int from = at + 1;
        while (wrong == null && from <= close) {
            int comma = text.indexOf(',', from);
            int end = comma < 0 || comma > close ? close : comma;
            range(text.substring(from, end), numbers);
            from = end + 1;
        }
        at = close + 1;
        return numbers;
    }

    private void range(String range, List<String> numbers) {
        int hyphen = range.indexOf('-');
        String start = hyphen < 0 ? range : range.substring(0, hyphen);
        long first = Digits.plain(start);
        long last = hyphen < 0 ? first : Digits.plain(range.substring(hyphen + 1));
        if (first == Digits.NONE || last == Digits.NONE || start.length() > 18) {
            fail("\"" + Words.shorten(range) + "\" is no range of numbers", "write n[1-4] or n[1,3,7-9]");
        } else if (last < first) {
            fail("the range " + Words.shorten(range) + " runs backwards", "write " + last + "-" + first);
        } else if (hasRoom(numbers.size() + (last - first) + 1)) {
            addAll(first, last, start.length(), numbers);
        }
    }

    private static void addAll(long first, long last, int width, List<String> numbers) {
        for (long number = first; number <= last; number++) {
            String digits = Long.toString(number);
            numbers.add("0".repeat(Math.max(0, width - digits.length())) + digits);
        }
    }
}
