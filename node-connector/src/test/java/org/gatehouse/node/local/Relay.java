package org.gatehouse.node.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Passes connections on from one Unix socket to another. A spawner answers one account only; when a test has another (root), this
 * runs under the right one in between. It is one class file, copied to where that account can read it.
 */
final class Relay {

    private Relay() {}

    public static void main(String[] args) throws IOException {
        Path listen = Path.of(args[0]);
        Path draft = Path.of(args[0] + "~");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(draft));
            Files.move(draft, listen); // it has its name only when it answers
            while (true) {
                SocketChannel from = server.accept();
                Thread.ofPlatform().daemon().start(() -> serve(from, Path.of(args[1])));
            }
        }
    }

    private static void serve(SocketChannel from, Path target) {
        try (from;
                var to = SocketChannel.open(UnixDomainSocketAddress.of(target))) {
            Thread.ofPlatform().daemon().start(() -> pass(from, to));
            pass(to, from);
        } catch (IOException e) {
            // The one who asked sees a connection that ends without an answer.
        }
    }

    private static void pass(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(65536);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One side went away.
        }
    }
}
