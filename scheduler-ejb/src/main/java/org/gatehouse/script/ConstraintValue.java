package org.gatehouse.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gatehouse.script.Constraint.Alternative;
import org.gatehouse.script.Constraint.Need;
import org.jspecify.annotations.Nullable;

/**
 * A constraint as Slurm writes it: {@code a&b} or {@code a,b} (both), {@code a|b} (either), {@code [a|b]} (all nodes the
 * same one), {@code a*2} (so many nodes), {@code [a*2&b*4]}, {@code (a|b)*2&c}. Read from left to right, {@code &} before
 * {@code |}; flattened, with bounds on the size of what comes out.
 */
final class ConstraintValue {
    private static final int LONGEST_TEXT = 2000;
    private static final int MOST = 256;
    private static final int DEEPEST = 8;
    private static final String OPERATORS = "&,|*()[]";

    private final String text;
    private int at;
    private int depth;
    private boolean inBrackets;
    private @Nullable String wrong;

    private ConstraintValue(String text) {
        this.text = text;
    }

    static Read<Constraint> read(String text) {
        if (text.length() > LONGEST_TEXT) {
            return new Read.Bad<>("it is longer than " + LONGEST_TEXT + " characters", "ask for fewer features");
        }
        var value = new ConstraintValue(text);
        List<Alternative> alternatives = value.either();
        if (value.wrong == null && value.at < text.length()) {
            value.fail("\"" + text.charAt(value.at) + "\" stands alone at character " + (value.at + 1));
        }
        return value.wrong == null
                ? new Read.Good<>(new Constraint(text, alternatives))
                : new Read.Bad<>(
                        "\"" + Words.shorten(text) + "\" is no constraint: " + value.wrong,
                        "write a, a&b, a|b, [a|b] or [a*2&b*1], where a and b are features of nodes");
    }

    /** All names of features in it. */
    static Set<String> features(Constraint constraint) {
        var features = new LinkedHashSet<String>();
        for (Alternative alternative : constraint.alternatives()) {
            alternative.needs().forEach(need -> need.anyOf().forEach(features::addAll));
        }
        return features;
    }

    /** Parts with {@code |} between them. */
    private List<Alternative> either() {
        List<Alternative> all = both();
        while (wrong == null && at < text.length() && text.charAt(at) == '|') {
            at++;
            all = or(all, both());
        }
        return all;
    }

    private List<Alternative> or(List<Alternative> left, List<Alternative> right) {
        var all = new ArrayList<Alternative>(left);
        all.addAll(right);
        if (depth == 0 || !inBrackets) {
            return all.stream().allMatch(ConstraintValue::isPlain) ? List.of(plain(setsOf(all), 0)) : mixed();
        }
        return all;
    }

    private List<Alternative> mixed() {
        fail("| between counts or brackets needs brackets around all of it");
        return List.of();
    }

    /** Parts with {@code &} or a comma between them. */
    private List<Alternative> both() {
        List<Alternative> all = one();
        while (wrong == null && at < text.length() && (text.charAt(at) == '&' || text.charAt(at) == ',')) {
            at++;
            all = and(all, one());
        }
        return all;
    }

    private List<Alternative> and(List<Alternative> left, List<Alternative> right) {
        if ((long) left.size() * right.size() > MOST) {
            fail("it has too many combinations");
            return left;
        }
        var all = new ArrayList<Alternative>();
        for (Alternative first : left) {
            for (Alternative second : right) {
                all.add(isPlain(first) && isPlain(second) ? plain(product(first, second), 0) : joined(first, second));
            }
        }
        return all;
    }

    private static Alternative joined(Alternative first, Alternative second) {
        var needs = new ArrayList<Need>(first.needs());
        needs.addAll(second.needs());
        return new Alternative(needs);
    }

    private List<Set<String>> product(Alternative first, Alternative second) {
        var sets = new LinkedHashSet<Set<String>>();
        for (Set<String> left : setsOf(List.of(first))) {
            for (Set<String> right : setsOf(List.of(second))) {
                var set = new LinkedHashSet<>(left);
                set.addAll(right);
                if (sets.size() < MOST) {
                    sets.add(set);
                } else {
                    fail("it has too many combinations");
                }
            }
        }
        return List.copyOf(sets);
    }

    /** A feature, or something in parentheses or brackets, with its count. */
    private List<Alternative> one() {
        char c = at < text.length() ? text.charAt(at) : ' ';
        List<Alternative> one = c == '(' ? enclosed(')') : c == '[' ? enclosed(']') : feature();
        if (wrong == null && at < text.length() && text.charAt(at) == '*') {
            at++;
            int from = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            return counted(one, Digits.plain(text.substring(from, at)));
        }
        return one;
    }

    private List<Alternative> counted(List<Alternative> one, long count) {
        if (count < 1 || count > Digits.LARGEST) {
            fail("a count of nodes must be a whole number, at least 1");
        } else if (!one.stream().allMatch(ConstraintValue::isPlain)) {
            fail("a count behind another count");
        }
        return wrong == null ? List.of(plain(setsOf(one), (int) count)) : one;
    }

    private List<Alternative> enclosed(char close) {
        boolean before = inBrackets;
        if (++depth > DEEPEST || (close == ']' && before)) {
            fail(close == ']' ? "brackets within brackets" : "too many parentheses");
            return List.of();
        }
        at++;
        inBrackets = close == ']';
        List<Alternative> inner = either();
        if (wrong == null && (at == text.length() || text.charAt(at) != close)) {
            fail("a \"" + close + "\" is missing");
        }
        at++;
        depth--;
        inBrackets = before;
        return inner;
    }

    private List<Alternative> feature() {
        int from = at;
        while (at < text.length() && OPERATORS.indexOf(text.charAt(at)) < 0 && !Blanks.is(text.charAt(at))) {
            at++;
        }
        if (from == at) {
            fail("a feature is missing at character " + (at + 1));
        }
        return List.of(plain(List.of(Set.of(text.substring(from, at))), 0));
    }

    private void fail(String why) {
        wrong = wrong == null ? why : wrong;
    }

    private static Alternative plain(List<Set<String>> anyOf, int nodes) {
        return new Alternative(List.of(new Need(nodes, anyOf)));
    }

    /** One test that holds for all nodes. */
    private static boolean isPlain(Alternative alternative) {
        return alternative.needs().size() == 1 && alternative.needs().getFirst().nodes() == 0;
    }

    private static List<Set<String>> setsOf(List<Alternative> plain) {
        return plain.stream()
                .flatMap(alternative -> alternative.needs().stream())
                .flatMap(need -> need.anyOf().stream())
                .distinct()
                .toList();
    }
}
