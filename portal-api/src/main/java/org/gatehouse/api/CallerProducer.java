package org.gatehouse.api;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.scheduler.access.Viewer;

/** Hands the caller that the sign-in found to resources. */
@Dependent
public class CallerProducer {

    private final HttpServletRequest request;

    @Inject
    CallerProducer(HttpServletRequest request) {
        this.request = request;
    }

    /** @throws ProblemException (401) when nobody is signed in */
    @Produces
    @Dependent
    public Caller caller() {
        if (request.getAttribute(Caller.ATTRIBUTE) instanceof Caller caller) {
            return caller;
        }
        throw ProblemException.unauthorized();
    }

    @Produces
    @Dependent
    public Viewer viewer() {
        return caller().viewer();
    }
}
