package org.gatehouse.script;

import java.util.List;
import java.util.Set;

/**
 * Features that the nodes of a job must have, from {@code --constraint}.
 *
 * @param text as written
 * @param alternatives the nodes of one job all follow the same one: {@code [a|b]} has two, {@code a|b} and {@code a&b} one
 */
public record Constraint(String text, List<Alternative> alternatives) {

    public Constraint {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * A constraint that was accepted, read again.
     *
     * @throws IllegalArgumentException for a text that is no constraint
     */
    public static Constraint parse(String text) {
        return switch (ConstraintValue.read(text)) {
            case Read.Good<Constraint>(Constraint constraint) -> constraint;
            case Read.Bad<Constraint>(String problem, String hint) -> throw new IllegalArgumentException(problem);
        };
    }

    /** All of its needs hold at once: {@code a*2&b*1} has two. */
    public record Alternative(List<Need> needs) {
        public Alternative {
            needs = List.copyOf(needs);
        }
    }

    /**
     * So many nodes pass the test.
     *
     * @param nodes 0 for all nodes of the job
     * @param anyOf a node passes that has every feature of one of these sets; never empty
     */
    public record Need(int nodes, List<Set<String>> anyOf) {
        public Need {
            anyOf = anyOf.stream().map(Set::copyOf).toList();
        }

        public boolean passes(Set<String> features) {
            return anyOf.stream().anyMatch(features::containsAll);
        }
    }
}
