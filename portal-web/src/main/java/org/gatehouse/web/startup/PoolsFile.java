package org.gatehouse.web.startup;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gatehouse.node.local.LocalPool;
import org.gatehouse.node.local.NodeSource;
import org.gatehouse.node.spi.Inventory.Gpu;
import org.gatehouse.node.spi.Inventory.Node;
import org.gatehouse.node.spi.PoolInfo.Partition;

/** The pools as they are set up: a JSON file, or the built-in one; documented in docs/configuration.md. */
final class PoolsFile {

    private PoolsFile() {}

    /** @throws IllegalStateException when it cannot be read or understood */
    static List<LocalPool> read(Settings.Local settings) {
        try (InputStream in = settings.poolsFile() == null
                ? PoolsFile.class.getResourceAsStream("/pools.json")
                : Files.newInputStream(settings.poolsFile())) {
            if (in == null) {
                throw new IllegalStateException("the built-in pools.json is missing");
            }
            JsonObject json = Json.createReader(in).readObject();
            return json.getJsonArray("pools").getValuesAs(JsonObject.class).stream()
                    .map(PoolsFile::pool)
                    .toList();
        } catch (IOException | JsonException | NullPointerException | ClassCastException e) {
            throw new IllegalStateException("pools file " + settings.poolsFile() + ": " + e, e);
        }
    }

    private static LocalPool pool(JsonObject json) {
        List<Partition> partitions = new ArrayList<>();
        for (JsonObject p : json.getJsonArray("partitions").getValuesAs(JsonObject.class)) {
            partitions.add(new Partition(
                    p.getString("name"),
                    partitions.isEmpty(),
                    Duration.ofMinutes(p.getInt("defaultMinutes")),
                    Duration.ofMinutes(p.getInt("maxMinutes"))));
        }
        boolean simulated = json.getBoolean("simulated", false);
        return new LocalPool(
                json.getString("name"),
                simulated,
                simulated ? new NodeSource.Declared(nodes(json)) : new NodeSource.ThisMachine(),
                partitions);
    }

    private static List<Node> nodes(JsonObject json) {
        List<Node> nodes = new ArrayList<>();
        for (JsonObject kind : json.getJsonArray("nodes").getValuesAs(JsonObject.class)) {
            List<Gpu> gpus = new ArrayList<>();
            for (int index = 0; index < kind.getInt("gpus", 0); index++) {
                gpus.add(new Gpu(index, kind.getString("gpuType")));
            }
            for (String name : texts(kind, "names")) {
                nodes.add(new Node(
                        name,
                        kind.getInt("cpus"),
                        kind.getJsonNumber("memoryMiB").longValue(),
                        gpus,
                        texts(kind, "partitions"),
                        kind.containsKey("features") ? texts(kind, "features") : List.of(),
                        true));
            }
        }
        return nodes;
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.getJsonArray(name).getValuesAs(JsonValue.class).stream()
                .map(v -> ((JsonString) v).getString())
                .toList();
    }
}
