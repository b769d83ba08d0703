package org.gatehouse.scheduler.persistence;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.List;
import org.gatehouse.script.Finding;
import org.gatehouse.script.Place;
import org.gatehouse.script.Severity;
import org.jspecify.annotations.Nullable;

/** The stored form of what a reading said that the owner should see later. */
public final class Notices {

    private Notices() {}

    public static String encode(List<Finding> findings) {
        var array = Json.createArrayBuilder();
        for (Finding finding : findings) {
            JsonObjectBuilder one = Json.createObjectBuilder()
                    .add("severity", finding.severity().name())
                    .add("code", finding.code())
                    .add("message", finding.message());
            Place place = finding.place();
            if (place != null) {
                one.add("line", place.line()).add("column", place.column());
            }
            add(one, "option", finding.option());
            add(one, "hint", finding.hint());
            array.add(one);
        }
        return array.build().toString();
    }

    private static void add(JsonObjectBuilder to, String name, @Nullable String value) {
        if (value != null) {
            to.add(name, value);
        }
    }

    public static List<Finding> decode(String json) {
        try (var reader = Json.createReader(new StringReader(json))) {
            return reader.readArray().getValuesAs(JsonValue::asJsonObject).stream()
                    .map(Notices::finding)
                    .toList();
        }
    }

    private static Finding finding(JsonObject one) {
        Place place = one.containsKey("line") ? new Place(one.getInt("line"), one.getInt("column")) : null;
        return new Finding(
                Severity.valueOf(one.getString("severity")),
                one.getString("code"),
                new Finding.Where(place, one.getString("option", null)),
                one.getString("message"),
                one.getString("hint", null));
    }
}
