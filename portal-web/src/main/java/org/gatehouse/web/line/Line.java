package org.gatehouse.web.line;

import jakarta.json.JsonObjectBuilder;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The server's side of an open socket. Sending blocks until the network has taken it: a slow reader slows nobody else. */
public final class Line {

    private final Session session;
    private final long until;

    /** @param until in nanoseconds of the process: when the rights it was opened with are too old */
    public Line(Session session, long until) {
        this.session = session;
        this.until = until;
    }

    /** Whether more may be sent. A client whose time is over comes again, and its rights are read anew then. */
    public boolean isOpen() {
        return session.isOpen() && !expired();
    }

    public boolean expired() {
        return System.nanoTime() - until >= 0;
    }

    public void send(JsonObjectBuilder message) throws IOException {
        session.getBasicRemote().sendText(message.build().toString());
    }

    public void send(ByteBuffer bytes) throws IOException {
        session.getBasicRemote().sendBinary(bytes);
    }

    /** Keeps proxies from cutting a quiet connection, and finds out when the other side is gone. */
    public void ping() throws IOException {
        session.getBasicRemote().sendPing(ByteBuffer.allocate(0));
    }
}
