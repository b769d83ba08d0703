package org.gatehouse.api.scripts;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.gatehouse.api.RequestBody;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Templates;
import org.gatehouse.scheduler.application.Templates.Answer;
import org.gatehouse.scheduler.job.Template;
import org.gatehouse.scheduler.job.Template.Content;

/** Scripts to begin with: the site's and one's own. */
@Dependent
@Path("templates")
@Produces(MediaType.APPLICATION_JSON)
public class TemplatesResource {

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_DESCRIPTION = 500;
    private static final int LONGEST_SCRIPT = 100_000;

    private final Viewer viewer;
    private final Templates templates;

    @Inject
    public TemplatesResource(Viewer viewer, Templates templates) {
        this.viewer = viewer;
        this.templates = templates;
    }

    public record TemplateList(List<TemplateView> items) {}

    public record TemplateView(
            long id,
            boolean site,
            boolean editable,
            String name,
            String description,
            String script,
            int version,
            Instant changedAt,
            String changedBy) {}

    @GET
    public TemplateList list() {
        return new TemplateList(templates.list(viewer).stream().map(this::view).toList());
    }

    @GET
    @Path("{id}")
    public TemplateView get(@PathParam("id") String id) {
        return view(templates.find(viewer, id(id)).orElseThrow(() -> missing(id)));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(InputStream in) throws IOException {
        RequestBody body = RequestBody.read(in, Set.of("site", "name", "description", "script"));
        return switch (templates.add(viewer, body.flag("site"), content(body))) {
            case Answer.Done(Template template) ->
                Response.created(URI.create("/api/v1/templates/" + template.id()))
                        .entity(view(template))
                        .build();
            case Answer other -> throw problem("", other);
        };
    }

    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public TemplateView change(@PathParam("id") String id, InputStream in) throws IOException {
        RequestBody body = RequestBody.read(in, Set.of("version", "name", "description", "script"));
        return switch (templates.change(viewer, id(id), body.number("version"), content(body))) {
            case Answer.Done(Template template) -> view(template);
            case Answer other -> throw problem(id, other);
        };
    }

    @DELETE
    @Path("{id}")
    public Response delete(@PathParam("id") String id) {
        return switch (templates.delete(viewer, id(id))) {
            case Answer.Deleted _ -> Response.noContent().build();
            case Answer other -> throw problem(id, other);
        };
    }

    private static ProblemException problem(String id, Answer answer) {
        return switch (answer) {
            case Answer.Missing _ -> missing(id);
            case Answer.NotAllowed _ ->
                new ProblemException(Kind.FORBIDDEN, "only operators change the site's templates");
            case Answer.TooMany _ ->
                new ProblemException(
                        Kind.CONFLICT, "there are " + Templates.MOST + " templates already; delete one first");
            case Answer.Stale(Template now) ->
                new ProblemException(
                        Kind.CONFLICT,
                        "template " + id + " was changed by " + now.changedBy() + " meanwhile; read it again");
            case Answer.Done _, Answer.Deleted _ -> throw new IllegalStateException("no problem: " + answer);
        };
    }

    private static ProblemException missing(String id) {
        return new ProblemException(Kind.NOT_FOUND, "there is no template \"" + id + "\" that you may see");
    }

    private static long id(String text) {
        if (!text.matches("[1-9][0-9]{0,17}")) {
            throw missing(text);
        }
        return Long.parseLong(text);
    }

    private static Content content(RequestBody body) {
        return new Content(
                limited("name", body.requiredText("name").strip(), LONGEST_NAME),
                limited("description", body.text("description").orElse("").strip(), LONGEST_DESCRIPTION),
                limited("script", body.requiredText("script"), LONGEST_SCRIPT));
    }

    private static String limited(String field, String text, int longest) {
        if (text.length() > longest) {
            throw new ProblemException(
                    Kind.BAD_REQUEST, field + " has " + longest + " characters at most, not " + text.length(), field);
        }
        boolean line = !field.equals("script");
        if (text.chars()
                .anyMatch(c ->
                        c == 0 || (line && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)))) {
            throw new ProblemException(
                    Kind.BAD_REQUEST, field + " has a control character" + (line ? " or a line end" : " (NUL)"), field);
        }
        if (text.isEmpty() && !field.equals("description")) {
            throw new ProblemException(Kind.BAD_REQUEST, field + " is empty", field);
        }
        return text;
    }

    private TemplateView view(Template template) {
        return new TemplateView(
                template.id(),
                template.site(),
                !template.site() || viewer.operator(),
                template.content().name(),
                template.content().description(),
                template.content().script(),
                template.version(),
                template.changedAt(),
                template.changedBy());
    }
}
