package org.gatehouse.scheduler.persistence;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import org.gatehouse.scheduler.job.WaitReason;

/** The stored form of a reason to wait: its code and its facts. */
final class WaitReasonJson {

    private WaitReasonJson() {}

    static String encode(WaitReason reason) {
        var json = Json.createObjectBuilder();
        switch (reason) {
            case WaitReason.JustSubmitted _ -> json.add("code", "just-submitted");
            case WaitReason.TeamAtCap r ->
                json.add("code", "team-at-cap")
                        .add("owner", r.owner())
                        .add("cap", r.cap())
                        .add("used", r.used())
                        .add("asked", r.asked());
            case WaitReason.NotBefore r -> json.add("code", "not-before").add("at", r.at().toString());
            case WaitReason.OnOthers r -> json.add("code", "on-others").add("on", Json.createArrayBuilder(r.on()));
            case WaitReason.NeverMet r -> json.add("code", "never-met").add("why", r.why());
            case WaitReason.ArrayFull _ -> json.add("code", "array-full");
            case WaitReason.NothingFree r ->
                json.add("code", "nothing-free").add("pool", r.pool()).add("asked", r.asked());
            case WaitReason.Behind r -> json.add("code", "behind").add("job", r.jobId());
            case WaitReason.PoolAway r ->
                json.add("code", "pool-away").add("pool", r.pool()).add("why", r.why());
            case WaitReason.NoSuchNode r ->
                json.add("code", "no-such-node")
                        .add("pool", r.pool())
                        .add("asked", r.asked())
                        .add("down", Json.createArrayBuilder(r.down()));
        }
        return json.build().toString();
    }

    /** @throws IllegalStateException for a code that this version does not know */
    static WaitReason decode(String text) {
        JsonObject json;
        try (var reader = Json.createReader(new StringReader(text))) {
            json = reader.readObject();
        }
        String code = json.getString("code");
        return switch (code) {
            case "just-submitted" -> new WaitReason.JustSubmitted();
            case "team-at-cap" ->
                new WaitReason.TeamAtCap(
                        json.getString("owner"), json.getInt("cap"), json.getInt("used"), json.getInt("asked"));
            case "not-before" -> new WaitReason.NotBefore(Instant.parse(json.getString("at")));
            case "on-others" -> new WaitReason.OnOthers(texts(json, "on"));
            case "never-met" -> new WaitReason.NeverMet(json.getString("why"));
            case "array-full" -> new WaitReason.ArrayFull();
            case "nothing-free" -> new WaitReason.NothingFree(json.getString("pool"), json.getString("asked"));
            case "behind" -> new WaitReason.Behind(json.getJsonNumber("job").longValue());
            case "pool-away" -> new WaitReason.PoolAway(json.getString("pool"), json.getString("why"));
            case "no-such-node" ->
                new WaitReason.NoSuchNode(json.getString("pool"), json.getString("asked"), texts(json, "down"));
            default -> throw new IllegalStateException("unknown reason to wait: " + code);
        };
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.getJsonArray(name).getValuesAs(JsonString::getString);
    }
}
