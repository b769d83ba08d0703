package org.gatehouse.api.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger.Level;
import java.util.UUID;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.scheduler.application.Database;

/** Every failed call ends as a problem; a fault is logged once, under a number that the answer names. */
@Provider
public class Problems implements ExceptionMapper<Throwable> {

    private static final System.Logger LOG = System.getLogger(Problems.class.getName());

    @Override
    public Response toResponse(Throwable thrown) {
        Problem problem = problem(thrown);
        Response.ResponseBuilder response =
                Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
        if (problem.status() == 401) {
            response.header("WWW-Authenticate", "Bearer");
        }
        return response.build();
    }

    private static Problem problem(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException known) {
                return known.problem();
            }
        }
        if (thrown instanceof WebApplicationException web && web.getResponse().getStatus() < 500) {
            return web(web.getResponse().getStatus());
        }
        String number = UUID.randomUUID().toString().substring(0, 8);
        LOG.log(Level.ERROR, "event=fault number=" + number, thrown);
        if (thrown instanceof Database.DatabaseFault fault && fault.away()) {
            return Problem.of(Kind.UNAVAILABLE, "the database does not answer; try again (" + number + ")", null);
        }
        return Problem.of(Kind.FAULT, "it is in the portal's log under the number " + number, null);
    }

    private static Problem web(int status) {
        return switch (status) {
            case 404 -> Problem.of(Kind.NOT_FOUND, "nothing is served at this address", null);
            case 405 -> Problem.of(Kind.METHOD_NOT_ALLOWED, "see /openapi for what is", null);
            case 415 -> Problem.of(Kind.UNSUPPORTED_MEDIA_TYPE, "send application/json", null);
            default -> new Problem("/problems/http-" + status, "The request was refused", status, null, null, null);
        };
    }
}
