package org.gatehouse.script;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Jobs that must have come to a certain point before this one may start, from {@code --dependency}.
 *
 * @param any one term is enough ({@code ?} between them); else all must hold ({@code ,})
 */
public record Dependency(boolean any, List<Term> terms) {

    /** With a single term {@code any} says nothing and is false. */
    public Dependency {
        terms = List.copyOf(terms);
        any = any && terms.size() > 1;
    }

    /** One text for each meaning, such as {@code afterok:12,after:13_4+10}; {@link #decode} reads it. */
    public String encode() {
        return terms.stream().map(Term::encode).collect(Collectors.joining(any ? "?" : ","));
    }

    /**
     * What {@link #encode} wrote.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Dependency decode(String text) {
        return switch (DependencyValue.read(text)) {
            case Read.Good<Dependency>(Dependency dependency) -> dependency;
            case Read.Bad<Dependency>(String problem, String hint) ->
                throw new IllegalArgumentException("no dependency: " + problem);
        };
    }

    /** What must have become of the other job. */
    public enum Kind {
        /** It started, or was cancelled; plus the delay. */
        AFTER("after"),
        /** It ended, however. */
        AFTER_ANY("afterany"),
        /** It ended with exit code 0; of an array, every task did. */
        AFTER_OK("afterok"),
        /** It ended otherwise. */
        AFTER_NOT_OK("afternotok"),
        /** Task by task: the other array's task of the same index ended with exit code 0. */
        AFTER_CORR("aftercorr"),
        /** Every earlier job of the same person with the same name ended. */
        SINGLETON("singleton");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One condition.
     *
     * @param job the other job; 0 for {@link Kind#SINGLETON}
     * @param index a single task of the other job's array ({@code 12_3}); empty for the whole job
     * @param delayMinutes for {@link Kind#AFTER} only
     */
    public record Term(Kind kind, long job, OptionalInt index, int delayMinutes) {

        private String encode() {
            return kind == Kind.SINGLETON
                    ? kind.word()
                    : kind.word() + ":" + job + (index.isPresent() ? "_" + index.getAsInt() : "")
                            + (delayMinutes > 0 ? "+" + delayMinutes : "");
        }
    }
}
