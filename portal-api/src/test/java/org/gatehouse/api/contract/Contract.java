package org.gatehouse.api.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The contract as it is written in {@code openapi.yaml}. */
final class Contract {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");

    private final Map<String, Object> root;

    Contract(String yaml) {
        this.root = map(new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml));
    }

    /** @param parameters "in name", with "=default" behind when there is one */
    record Operation(Set<String> parameters, Map<String, Object> okSchema) {}

    /** By "GET /path". */
    Map<String, Operation> operations() {
        Map<String, Operation> found = new TreeMap<>();
        map(root.get("paths"))
                .forEach((path, item) -> map(item).forEach((method, operation) -> {
                    if (METHODS.contains(method)) {
                        found.put(
                                method.toUpperCase(java.util.Locale.ROOT) + " " + path,
                                operation(map(item), map(operation)));
                    }
                }));
        return found;
    }

    private Operation operation(Map<String, Object> item, Map<String, Object> operation) {
        Set<String> parameters = new TreeSet<>();
        List<Object> all = new ArrayList<>(list(item.get("parameters")));
        all.addAll(list(operation.get("parameters")));
        for (Object one : all) {
            Map<String, Object> parameter = resolve(map(one));
            Object otherwise = map(parameter.get("schema")).get("default");
            parameters.add(
                    parameter.get("in") + " " + parameter.get("name") + (otherwise == null ? "" : "=" + otherwise));
        }
        Map<String, Object> schema = Map.of();
        for (Map.Entry<String, Object> response :
                map(operation.get("responses")).entrySet()) {
            Map<String, Object> content = map(resolve(map(response.getValue())).get("content"));
            if (response.getKey().startsWith("2") && content.containsKey("application/json")) {
                schema = map(map(content.get("application/json")).get("schema"));
            }
        }
        return new Operation(parameters, schema);
    }

    Map<String, Object> schema(String name) {
        return map(map(map(root.get("components")).get("schemas")).get(name));
    }

    /** The name of the schema that this one refers to; empty for one that stands where it is used. */
    static String name(Map<String, Object> schema) {
        String reference = String.valueOf(schema.getOrDefault("$ref", ""));
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** References followed, "or null" taken off, all parts of an "all of" in one. */
    Map<String, Object> resolve(Map<String, Object> schema) {
        if (schema.containsKey("$ref")) {
            Map<String, Object> at = root;
            for (String step : String.valueOf(schema.get("$ref")).substring(2).split("/", -1)) {
                at = map(at.get(step));
            }
            return resolve(at);
        }
        if (schema.containsKey("anyOf")) {
            return list(schema.get("anyOf")).stream()
                    .map(Contract::map)
                    .filter(s -> !"null".equals(s.get("type")))
                    .findFirst()
                    .map(this::resolve)
                    .orElseThrow();
        }
        return schema.containsKey("allOf") ? merged(list(schema.get("allOf"))) : schema;
    }

    private Map<String, Object> merged(List<Object> parts) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (Object part : parts) {
            Map<String, Object> one = resolve(map(part));
            properties.putAll(map(one.get("properties")));
            required.addAll(list(one.get("required")));
        }
        return Map.of("type", "object", "properties", properties, "required", required);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value != null) {
            ((Map<Object, Object>) value).forEach((k, v) -> map.put(String.valueOf(k), v));
        }
        return map;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }
}
