package org.gatehouse.node.local;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** One request, one connection, one answer, each within a deadline. */
final class SpawnerClient {

    private static final int ANSWER_LIMIT = 4 << 20;

    private final Path socket;
    private final Duration patience;

    SpawnerClient(Path socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
    }

    /** @throws IOException when the spawner could not be asked or did not answer in time */
    SpawnerMessage ask(SpawnerMessage request) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                await(selector, deadline);
                channel.finishConnect();
            }
            key.interestOps(SelectionKey.OP_WRITE);
            byte[] body = request.encode();
            ByteBuffer out = ByteBuffer.allocate(4 + body.length)
                    .putInt(body.length)
                    .put(body)
                    .flip();
            while (out.hasRemaining()) {
                await(selector, deadline);
                channel.write(out);
            }
            key.interestOps(SelectionKey.OP_READ);
            ByteBuffer size = fill(channel, selector, ByteBuffer.allocate(4), deadline);
            int length = size.getInt();
            if (length < 0 || length > ANSWER_LIMIT) {
                throw new IOException("the spawner's answer has an impossible length: " + length);
            }
            return SpawnerMessage.decode(fill(channel, selector, ByteBuffer.allocate(length), deadline));
        }
    }

    private static ByteBuffer fill(SocketChannel channel, Selector selector, ByteBuffer into, long deadline)
            throws IOException {
        while (into.hasRemaining()) {
            await(selector, deadline);
            if (channel.read(into) < 0) {
                throw new EOFException("the spawner closed the connection without an answer");
            }
        }
        return into.flip();
    }

    private static void await(Selector selector, long deadline) throws IOException {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0 || selector.select(left) == 0) {
            throw new IOException("the spawner did not answer in time");
        }
        selector.selectedKeys().clear();
    }
}
