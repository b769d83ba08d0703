package org.gatehouse.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.gatehouse.script.Dependency.Kind;
import org.gatehouse.script.Dependency.Term;
import org.jspecify.annotations.Nullable;

/**
 * A dependency as Slurm writes it: {@code afterok:12:13_4,singleton}, {@code after:12+10?afternotok:13}. Commas join what
 * must all hold, question marks what will do alone; not both at once.
 */
final class DependencyValue {
    static final int MOST_TERMS = 1000;
    private static final List<String> WORDS =
            Arrays.stream(Kind.values()).map(Kind::word).toList();
    private static final String USUAL =
            "write afterok:ID, afterany:ID, afternotok:ID, after:ID, aftercorr:ID or singleton";

    private final List<Term> terms = new ArrayList<>();

    private DependencyValue() {}

    static Read<Dependency> read(String text) {
        boolean any = text.indexOf('?') >= 0;
        if (any && text.indexOf(',') >= 0) {
            return new Read.Bad<>(
                    "\",\" (all of them) and \"?\" (any of them) cannot be mixed",
                    "use one of the two between conditions");
        }
        var value = new DependencyValue();
        String[] conditions = text.split(any ? "\\?" : ",", MOST_TERMS + 1);
        for (String condition : conditions) {
            Read.Bad<Dependency> bad = value.add(condition);
            if (bad != null) {
                return bad;
            }
            if (value.terms.size() > MOST_TERMS) {
                return new Read.Bad<>("it names more than " + MOST_TERMS + " jobs", "name fewer");
            }
        }
        return new Read.Good<>(new Dependency(any, value.terms));
    }

    private Read.@Nullable Bad<Dependency> add(String condition) {
        String[] parts = condition.split(":", MOST_TERMS + 2);
        String word = parts[0].toLowerCase(Locale.ROOT);
        Kind kind = kind(word);
        if (kind == null) {
            return unknown(condition, word);
        }
        if (kind == Kind.SINGLETON) {
            terms.add(new Term(kind, 0, OptionalInt.empty(), 0));
            return parts.length == 1 ? null : new Read.Bad<>("singleton names no job", "write singleton alone");
        }
        if (parts.length == 1) {
            return new Read.Bad<>(word + " names no job", "write " + word + ":ID");
        }
        for (int at = 1; at < parts.length; at++) {
            Term term = term(kind, parts[at]);
            if (term == null) {
                return new Read.Bad<>(
                        "\"" + Words.shorten(parts[at]) + "\" is no id of a job",
                        kind == Kind.AFTER
                                ? "write after:12 or after:12+10 (minutes)"
                                : "write " + word + ":12 or " + word + ":12_3");
            }
            terms.add(term);
        }
        return null;
    }

    /** {@code 12}, {@code 12_3}, of {@link Kind#AFTER} also {@code 12+10}; null for anything else. */
    static @Nullable Term term(Kind kind, String text) {
        int plus = kind == Kind.AFTER ? text.indexOf('+') : -1;
        long delay = plus < 0 ? 0 : Digits.plain(text.substring(plus + 1));
        String id = plus < 0 ? text : text.substring(0, plus);
        int bar = id.indexOf('_');
        long job = Digits.plain(bar < 0 ? id : id.substring(0, bar));
        long index = bar < 0 ? 0 : Digits.plain(id.substring(bar + 1));
        boolean known = job > 0 && index >= 0 && index < IndexSet.LIMIT && delay >= 0 && delay <= Digits.LARGEST;
        return known
                ? new Term(kind, job, bar < 0 ? OptionalInt.empty() : OptionalInt.of((int) index), (int) delay)
                : null;
    }

    static @Nullable Kind kind(String word) {
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    private static Read.Bad<Dependency> unknown(String condition, String word) {
        if (word.equals("afterburstbuffer") || word.equals("expand")) {
            return new Read.Bad<>(word + " is not yet honoured on this pool", USUAL);
        }
        if (Digits.plain(word) != Digits.NONE) {
            return new Read.Bad<>(
                    "\"" + Words.shorten(condition) + "\" says not what must have become of the job", USUAL);
        }
        return new Read.Bad<>(
                "\"" + Words.shorten(condition) + "\" is no condition",
                Nearest.of(word, WORDS)
                        .map(near -> "did you mean " + near + "?")
                        .orElse(USUAL));
    }
}
