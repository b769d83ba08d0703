package org.gatehouse.web.line;

import jakarta.json.JsonObjectBuilder;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The server's side of an open socket. Sending blocks until the network has taken it: a slow reader slows nobody else. */
public final class Line {

    private final Session session;

    public Line(Session session) {
        this.session = session;
    }

    public boolean isOpen() {
        return session.isOpen();
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
