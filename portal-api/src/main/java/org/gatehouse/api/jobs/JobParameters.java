package org.gatehouse.api.jobs;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.persistence.JobList;
import org.jspecify.annotations.Nullable;

/** Parameters in paths and queries; what cannot be understood is a problem that names it. */
final class JobParameters {

    private JobParameters() {}

    /** An id that is no number is like an id that nobody has. */
    static long id(String id) {
        if (!id.matches("[1-9][0-9]{0,17}")) {
            throw new ProblemException(Kind.NOT_FOUND, "there is no job \"" + id + "\" that you may see");
        }
        return Long.parseLong(id);
    }

    static long number(String name, String text, long most) {
        if (text.matches("[1-9][0-9]{0,17}") && Long.parseLong(text) <= most) {
            return Long.parseLong(text);
        }
        String range = most == Long.MAX_VALUE ? "a positive number" : "a number from 1 to " + most;
        throw new ProblemException(Kind.BAD_REQUEST, name + " must be " + range + ", not \"" + text + "\"", name);
    }

    /** An index of an array, at least 0. */
    static int index(String name, String text) {
        if (text.matches("[0-9]{1,7}")) {
            return Integer.parseInt(text);
        }
        throw new ProblemException(Kind.BAD_REQUEST, name + " must be an index, not \"" + text + "\"", name);
    }

    static JobList.Scope scope(String text) {
        return switch (text) {
            case "mine" -> JobList.Scope.MINE;
            case "team" -> JobList.Scope.TEAM;
            case "all" -> JobList.Scope.ALL;
            default ->
                throw new ProblemException(
                        Kind.BAD_REQUEST, "scope must be mine, team or all, not \"" + text + "\"", "scope");
        };
    }

    static TeamPath team(String text) {
        try {
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("NUL");
            }
            return new TeamPath(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Kind.BAD_REQUEST, "\"" + text + "\" is not the path of a team", "team");
        }
    }

    static Set<JobState> states(@Nullable String text) {
        Set<JobState> states = EnumSet.noneOf(JobState.class);
        if (text == null || text.isBlank()) {
            return states;
        }
        for (String word : text.split(",", -1)) {
            try {
                states.add(JobState.valueOf(word.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new ProblemException(
                        Kind.BAD_REQUEST,
                        "there is no state \"" + word + "\"; there are " + EnumSet.allOf(JobState.class),
                        "state");
            }
        }
        return states;
    }
}
