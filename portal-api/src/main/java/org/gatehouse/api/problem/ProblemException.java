package org.gatehouse.api.problem;

import org.gatehouse.api.problem.Problem.Kind;
import org.jspecify.annotations.Nullable;

/** Ends a call with a problem. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Kind kind, String detail) {
        this(Problem.of(kind, detail, null));
    }

    public ProblemException(Kind kind, String detail, @Nullable String field) {
        this(Problem.of(kind, detail, field));
    }

    private ProblemException(Problem problem) {
        super(problem.title() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** A script that was refused, with its reading. */
    public static ProblemException scriptRefused(Object verdict, String detail) {
        Kind kind = Kind.SCRIPT_REFUSED;
        return new ProblemException(new Problem(kind.type(), kind.title(), kind.status(), detail, null, verdict));
    }

    public static ProblemException unauthorized() {
        return new ProblemException(Kind.UNAUTHORIZED, "sign in, or send a bearer token of the realm");
    }

    /** The same for what is missing and for what may not be seen. */
    public static ProblemException noSuchJob(long id) {
        return new ProblemException(Kind.NOT_FOUND, "there is no job " + id + " that you may see");
    }

    public Problem problem() {
        return problem;
    }
}
