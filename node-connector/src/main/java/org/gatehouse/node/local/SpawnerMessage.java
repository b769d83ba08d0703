package org.gatehouse.node.local;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message to or from the spawner: fields in order, names may repeat. On the wire each field is 2 bytes length and name,
 * 4 bytes length and value, big-endian.
 */
final class SpawnerMessage {

    @SuppressWarnings("ArrayRecordComponent") // lives for one message
    record Field(String name, byte[] value) {

        String text() {
            return new String(value, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return name + "[" + value.length + "]";
        }
    }

    private final List<Field> fields = new ArrayList<>();

    SpawnerMessage with(String name, String value) {
        return with(name, value.getBytes(StandardCharsets.UTF_8));
    }

    SpawnerMessage with(String name, byte[] value) {
        fields.add(new Field(name, value));
        return this;
    }

    SpawnerMessage with(String name, long value) {
        return with(name, Long.toString(value));
    }

    List<Field> fields() {
        return List.copyOf(fields);
    }

    Optional<String> text(String name) {
        return fields.stream().filter(f -> f.name().equals(name)).findFirst().map(Field::text);
    }

    byte[] encode() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            for (Field field : fields) {
                byte[] name = field.name().getBytes(StandardCharsets.UTF_8);
                out.writeShort(name.length);
                out.write(name);
                out.writeInt(field.value().length);
                out.write(field.value());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException when the bytes are not a whole message */
    static SpawnerMessage decode(ByteBuffer bytes) throws IOException {
        var message = new SpawnerMessage();
        try {
            while (bytes.hasRemaining()) {
                byte[] name = new byte[Short.toUnsignedInt(bytes.getShort())];
                bytes.get(name);
                byte[] value = new byte[bytes.getInt()];
                bytes.get(value);
                message.with(new String(name, StandardCharsets.UTF_8), value);
            }
        } catch (java.nio.BufferUnderflowException | NegativeArraySizeException e) {
            throw new IOException("the spawner's answer is cut off", e);
        }
        return message;
    }
}
