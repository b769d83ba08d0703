package org.gatehouse.api;

import jakarta.json.Json;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;

/** A JSON object sent by a client: small enough, well-formed, and without fields that nobody reads. */
public final class RequestBody {

    /** Bytes of a body at most: room for a script of 1 MB with every character escaped once. */
    public static final int LIMIT = 2 * 1024 * 1024;

    private final JsonObject json;

    private RequestBody(JsonObject json) {
        this.json = json;
    }

    /** @throws ProblemException when it is too large, no JSON object, or has other fields than {@code known} */
    public static RequestBody read(InputStream in, Set<String> known) throws IOException {
        byte[] bytes = in.readNBytes(LIMIT + 1);
        if (bytes.length > LIMIT) {
            throw new ProblemException(Kind.TOO_LARGE, "a body may have 2 MB at most");
        }
        JsonObject json = parse(bytes);
        for (String field : json.keySet()) {
            if (!known.contains(field)) {
                throw new ProblemException(
                        Kind.UNKNOWN_FIELD,
                        "there is no field \"" + field + "\"; known are "
                                + String.join(", ", known.stream().sorted().toList()),
                        field);
            }
        }
        return new RequestBody(json);
    }

    private static JsonObject parse(byte[] bytes) {
        if (new String(bytes, StandardCharsets.UTF_8).isBlank()) {
            return JsonValue.EMPTY_JSON_OBJECT;
        }
        try (var reader = Json.createReader(new ByteArrayInputStream(bytes))) {
            return reader.readObject();
        } catch (RuntimeException e) { // the parser throws plain ones for what is nested too deeply
            throw new ProblemException(Kind.BAD_REQUEST, "the body is not a JSON object, or is nested too deeply");
        }
    }

    public Optional<String> text(String field) {
        JsonValue value = json.getOrDefault(field, JsonValue.NULL);
        return switch (value.getValueType()) {
            case NULL -> Optional.empty();
            case STRING -> Optional.of(sound(field, ((JsonString) value).getString()));
            case ARRAY, OBJECT, NUMBER, TRUE, FALSE -> throw wrong(field, "a text");
        };
    }

    public String requiredText(String field) {
        return text(field)
                .orElseThrow(() -> new ProblemException(Kind.BAD_REQUEST, "\"" + field + "\" is missing", field));
    }

    /** False when it is left out. */
    public boolean flag(String field) {
        return switch (json.getOrDefault(field, JsonValue.FALSE).getValueType()) {
            case TRUE -> true;
            case FALSE, NULL -> false;
            case ARRAY, OBJECT, NUMBER, STRING -> throw wrong(field, "true or false");
        };
    }

    /** A whole number that must be there. */
    public int number(String field) {
        if (json.get(field) instanceof JsonNumber number
                && number.isIntegral()
                && number.bigIntegerValue().bitLength() < Integer.SIZE) {
            return number.intValue();
        }
        throw wrong(field, "a whole number");
    }

    public List<String> texts(String field) {
        JsonValue value = json.getOrDefault(field, JsonValue.NULL);
        if (value.getValueType() == JsonValue.ValueType.NULL) {
            return List.of();
        }
        if (value.getValueType() != JsonValue.ValueType.ARRAY
                || value.asJsonArray().stream().anyMatch(v -> !(v instanceof JsonString))) {
            throw wrong(field, "a list of texts");
        }
        return value.asJsonArray().getValuesAs(JsonString::getString).stream()
                .map(text -> sound(field, text))
                .toList();
    }

    /** Names with values of one line; those of an {@code environment} may have several. */
    public Map<String, String> map(String field) {
        JsonValue value = json.getOrDefault(field, JsonValue.NULL);
        Map<String, String> map = new LinkedHashMap<>();
        if (value.getValueType() == JsonValue.ValueType.NULL) {
            return map;
        }
        if (value.getValueType() != JsonValue.ValueType.OBJECT
                || value.asJsonObject().values().stream().anyMatch(v -> !(v instanceof JsonString))) {
            throw wrong(field, "an object whose values are texts");
        }
        boolean lines = field.equals("environment");
        value.asJsonObject().forEach((name, text) -> {
            String plain = ((JsonString) text).getString();
            map.put(sound(field, name), lines ? sound(field, plain) : oneLine(field, plain));
        });
        return map;
    }

    /** Text that can be stored and run as it is: no zero character, no half of a surrogate pair. Scripts are judged by their reader. */
    private static String sound(String field, String text) {
        boolean zero = !field.equals("script") && text.indexOf('\0') >= 0;
        if (zero || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new ProblemException(
                    Kind.BAD_REQUEST,
                    "\"" + field + "\" has a character that no text has (NUL or half of a pair)",
                    field);
        }
        return text;
    }

    private static String oneLine(String field, String text) {
        if (text.chars().anyMatch(c -> c < ' ' && c != '\t')) {
            throw new ProblemException(
                    Kind.BAD_REQUEST, "a value in \"" + field + "\" has a line end or control character", field);
        }
        return sound(field, text);
    }

    private static ProblemException wrong(String field, String wanted) {
        return new ProblemException(Kind.BAD_REQUEST, "\"" + field + "\" must be " + wanted, field);
    }
}
