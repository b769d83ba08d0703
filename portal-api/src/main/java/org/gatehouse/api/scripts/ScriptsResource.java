package org.gatehouse.api.scripts;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Submissions;
import org.gatehouse.scheduler.application.Submissions.Submission;

/** How a script would be read. */
@Path("scripts")
@Dependent
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public class ScriptsResource {

    private final Viewer viewer;
    private final Submissions submissions;

    @Inject
    public ScriptsResource(Viewer viewer, Submissions submissions) {
        this.viewer = viewer;
        this.submissions = submissions;
    }

    @POST
    @Path("read")
    public VerdictView read(InputStream body) throws IOException {
        Submission submission = SubmissionBody.read(body);
        return submissions
                .read(viewer, submission)
                .map(VerdictView::of)
                .orElseThrow(() -> noSuchPool(submission.pool().orElse(""), submissions));
    }

    /** The answer to a pool that is not there. */
    public static ProblemException noSuchPool(String name, Submissions submissions) {
        return new ProblemException(
                Kind.BAD_REQUEST,
                "there is no pool \"" + name + "\"; there are " + String.join(", ", submissions.poolNames()),
                "pool");
    }
}
