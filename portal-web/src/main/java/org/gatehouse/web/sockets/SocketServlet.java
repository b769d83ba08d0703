package org.gatehouse.web.sockets;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gatehouse.api.Caller;
import org.gatehouse.api.problem.Problem;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.node.spi.LogStream;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.Right;
import org.gatehouse.web.events.EventHub;
import org.gatehouse.web.events.EventSocket;
import org.gatehouse.web.line.SocketTask;
import org.gatehouse.web.logs.LogSocket;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * The door of all sockets: who comes was found by the sign-in; here the path is read and the right to it checked, so that a
 * refusal is a plain HTTP answer. Then the connection is upgraded.
 */
@WebServlet(urlPatterns = "/ws/v1/*")
@NullUnmarked // the container makes and fills it
public class SocketServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final Pattern LOG_PATH = Pattern.compile("/jobs/([1-9][0-9]{0,17})/log");
    private static final ServerEndpointConfig ENDPOINT = ServerEndpointConfig.Builder.create(
                    SocketEndpoint.class, SocketEndpoint.PATH)
            .configurator(new SocketEndpoint.OnlyByTicket())
            .build();

    @Inject
    private transient Jobs jobs;

    @Inject
    private transient Pools pools;

    @Inject
    private transient EventHub events;

    @Inject
    private transient Settings settings;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            if (!(request.getAttribute(Caller.ATTRIBUTE) instanceof Caller caller)) {
                throw ProblemException.unauthorized();
            }
            SocketTask task = task(request, caller.viewer());
            boolean handshake = "websocket".equalsIgnoreCase(request.getHeader("Upgrade"))
                    && request.getHeader("Sec-WebSocket-Key") != null
                    && "13".equals(request.getHeader("Sec-WebSocket-Version"));
            if (!handshake) {
                throw new ProblemException(Kind.BAD_REQUEST, "this address speaks WebSocket, version 13, only");
            }
            upgrade(request, response, task);
        } catch (ProblemException e) {
            refuse(response, e.problem());
        }
    }

    private void upgrade(HttpServletRequest request, HttpServletResponse response, SocketTask task)
            throws ServletException, IOException {
        var container = (ServerContainer) getServletContext().getAttribute("jakarta.websocket.server.ServerContainer");
        String ticket = UUID.randomUUID().toString();
        SocketEndpoint.TASKS.put(
                ticket,
                new SocketEndpoint.Admitted(
                        task,
                        System.nanoTime() + settings.sessions().rightsFor().toNanos()));
        SocketEndpoint.UPGRADING.set(true);
        try {
            container.upgradeHttpToWebSocket(request, response, ENDPOINT, Map.of("ticket", ticket));
        } catch (DeploymentException e) {
            SocketEndpoint.TASKS.remove(ticket);
            throw new ServletException(e);
        } finally {
            SocketEndpoint.UPGRADING.remove();
        }
    }

    private SocketTask task(HttpServletRequest request, Viewer viewer) {
        String path = Optional.ofNullable(request.getPathInfo()).orElse("");
        if (path.equals("/events")) {
            return new EventSocket(events, viewer, number(request, "since").orElse(-1L));
        }
        Matcher log = LOG_PATH.matcher(path);
        if (log.matches()) {
            return log(request, viewer, Long.parseLong(log.group(1)));
        }
        throw new ProblemException(Kind.NOT_FOUND, "there is no socket at " + path);
    }

    private SocketTask log(HttpServletRequest request, Viewer viewer, long id) {
        Jobs.Seen seen = jobs.find(viewer, id).orElseThrow(() -> ProblemException.noSuchJob(id));
        if (!seen.rights().contains(Right.LOG)) {
            throw new ProblemException(
                    Kind.FORBIDDEN, "the log of job " + id + " is for its owner, its team's admins and operators");
        }
        String stream = Optional.ofNullable(request.getParameter("stream")).orElse("stdout");
        if (!List.of("stdout", "stderr").contains(stream)) {
            throw new ProblemException(
                    Kind.BAD_REQUEST, "stream must be stdout or stderr, not \"" + stream + "\"", "stream");
        }
        jobs.logIsRead(viewer, seen.job());
        return new LogSocket(
                new LogSocket.Parts(jobs, pools, events),
                viewer,
                new LogSocket.Wanted(
                        id,
                        stream.equals("stdout") ? LogStream.STDOUT : LogStream.STDERR,
                        number(request, "attempt").map(n -> (int) Math.min(n, Integer.MAX_VALUE)),
                        number(request, "from").orElse(0L)));
    }

    private static Optional<Long> number(HttpServletRequest request, String name) {
        @Nullable String text = request.getParameter(name);
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.matches("[0-9]{1,18}")) {
            throw new ProblemException(Kind.BAD_REQUEST, name + " must be a number, not \"" + text + "\"", name);
        }
        return Optional.of(Long.parseLong(text));
    }

    private static void refuse(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.getWriter()
                .write(Json.createObjectBuilder()
                        .add("type", problem.type())
                        .add("title", problem.title())
                        .add("status", problem.status())
                        .add("detail", String.valueOf(problem.detail()))
                        .build()
                        .toString());
    }
}
