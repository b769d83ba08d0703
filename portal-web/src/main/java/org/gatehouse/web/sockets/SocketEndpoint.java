package org.gatehouse.web.sockets;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gatehouse.web.line.Line;
import org.gatehouse.web.line.SocketTask;

/**
 * The one endpoint. It cannot be reached by its own path: only {@link SocketServlet} upgrades to it, after it has checked who
 * comes and to what; the ticket names what is to be done.
 */
@ServerEndpoint(value = SocketEndpoint.PATH, configurator = SocketEndpoint.OnlyByTicket.class)
public class SocketEndpoint {

    static final String PATH = "/__socket/{ticket}";
    static final Map<String, Admitted> TASKS = new ConcurrentHashMap<>();
    /** Set while the servlet upgrades; the handshake runs on its thread. */
    static final ThreadLocal<Boolean> UPGRADING = ThreadLocal.withInitial(() -> false);

    /** What a ticket stands for: a task, and until when the rights to it hold, in nanoseconds of the process. */
    record Admitted(SocketTask task, long until) {}

    private static final System.Logger LOG = System.getLogger(SocketEndpoint.class.getName());
    private static final int LARGEST_MESSAGE = 4096;

    /** Refuses whoever does not come through the servlet. */
    public static class OnlyByTicket extends ServerEndpointConfig.Configurator {
        @Override
        public boolean checkOrigin(String originHeaderValue) {
            return UPGRADING.get();
        }
    }

    @OnOpen
    public void open(Session session, @PathParam("ticket") String ticket) {
        Admitted task = TASKS.remove(ticket);
        session.setMaxIdleTimeout(0);
        session.setMaxTextMessageBufferSize(LARGEST_MESSAGE);
        session.setMaxBinaryMessageBufferSize(LARGEST_MESSAGE);
        if (task == null) {
            close(session, CloseCodes.VIOLATED_POLICY, "no such ticket");
            return;
        }
        Thread.ofVirtual().name("socket-" + session.getId()).start(() -> run(session, task));
    }

    private static void run(Session session, Admitted admitted) {
        var line = new Line(session, admitted.until());
        try {
            admitted.task().run(line);
            if (line.expired()) {
                close(session, CloseCodes.SERVICE_RESTART, "come again: rights are read anew");
            } else {
                close(session, CloseCodes.NORMAL_CLOSURE, "");
            }
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "event=socket-cut why={0}", e.getMessage()); // the client is gone; it comes again
            close(session, CloseCodes.GOING_AWAY, "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "event=socket-failed", e);
            close(session, CloseCodes.UNEXPECTED_CONDITION, "Gatehouse failed; connect again");
        }
    }

    private static void close(Session session, CloseCodes code, String reason) {
        try {
            session.close(new CloseReason(code, reason));
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "event=socket-close why={0}", e.getMessage());
        }
    }

    /** Clients have nothing to say on these sockets. */
    @OnMessage
    public void message(String text) {
        LOG.log(Level.DEBUG, "event=socket-message length={0}", text.length());
    }

    @OnError
    public void error(Throwable thrown) {
        LOG.log(Level.DEBUG, "event=socket-error why={0}", thrown.toString());
    }
}
