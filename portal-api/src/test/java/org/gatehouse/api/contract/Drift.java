package org.gatehouse.api.contract;

import jakarta.json.bind.annotation.JsonbProperty;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where code and contract say different things, in words. */
final class Drift {

    private final Contract contract;
    private final List<String> found = new ArrayList<>();
    private final Set<String> compared = new HashSet<>();

    Drift(Contract contract) {
        this.contract = contract;
    }

    /** Names of the schemas that were compared with a record. */
    Set<String> compared() {
        return Set.copyOf(compared);
    }

    List<String> found() {
        return List.copyOf(found);
    }

    /** Paths, methods, parameters, and the records that methods return. */
    Drift operations(String base, Collection<Class<?>> resources) {
        Map<String, Contract.Operation> written = contract.operations();
        Map<String, Served.Operation> served = Served.operations(base, resources);
        same("operations", written.keySet(), served.keySet());
        served.forEach((name, operation) -> {
            Contract.Operation promised = written.get(name);
            if (promised != null) {
                same(name + ": parameters", promised.parameters(), operation.parameters());
                if (operation.returned().isRecord()) {
                    schema(name, promised.okSchema(), operation.returned());
                }
            }
        });
        return this;
    }

    /** A record against the schema of a name. */
    Drift schema(String name, Class<?> type) {
        return schema(name, Map.of("$ref", "#/components/schemas/" + name), type);
    }

    private Drift schema(String where, Map<String, Object> schema, Class<?> type) {
        String name = Contract.name(schema);
        if (!name.isEmpty() && !compared.add(name + " " + type.getName())) {
            return this;
        }
        compared.add(name);
        Map<String, Object> resolved = contract.resolve(schema);
        Map<String, Object> properties = Contract.map(resolved.get("properties"));
        Map<String, RecordComponent> components = new TreeMap<>();
        Set<String> always = new TreeSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            components.put(member(component), component);
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                always.add(member(component));
            }
        }
        String here = name.isEmpty() ? where : name;
        same(here + ": members", properties.keySet(), components.keySet());
        Set<String> required = new TreeSet<>();
        Contract.list(resolved.get("required")).forEach(r -> required.add(String.valueOf(r)));
        same(here + ": required members", required, always);
        components.forEach((member, component) -> {
            if (properties.containsKey(member)) {
                value(here + "." + member, Contract.map(properties.get(member)), component.getAnnotatedType());
            }
        });
        return this;
    }

    private static String member(RecordComponent component) {
        JsonbProperty renamed = component.getAccessor().getAnnotation(JsonbProperty.class);
        return renamed == null ? component.getName() : renamed.value();
    }

    private void value(String where, Map<String, Object> schema, AnnotatedType annotated) {
        Map<String, Object> resolved = contract.resolve(schema);
        Class<?> type = raw(annotated);
        String written = String.valueOf(resolved.get("type"));
        String json = json(type);
        if (!written.equals(json) && !written.equals("[" + json + ", null]")) {
            found.add(where + ": the contract says " + written + ", the code " + json);
        }
        if (type.isRecord()) {
            schema(where, schema, type);
        } else if (type == List.class) {
            AnnotatedType item = ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0];
            value(where + "[]", Contract.map(resolved.get("items")), item);
        }
    }

    private static Class<?> raw(AnnotatedType annotated) {
        return switch (annotated.getType()) {
            case Class<?> type -> type;
            case java.lang.reflect.ParameterizedType type -> (Class<?>) type.getRawType();
            case java.lang.reflect.Type other -> throw new IllegalArgumentException("not a type of the API: " + other);
        };
    }

    private static String json(Class<?> type) {
        if (type == String.class || type == Instant.class || type == UUID.class) {
            return "string";
        } else if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        } else if (type == double.class || type == Double.class) {
            return "number";
        } else if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "integer";
        }
        return type == List.class ? "array" : "object";
    }

    private void same(String what, Set<String> written, Set<String> coded) {
        Set<String> onlyWritten = new TreeSet<>(written);
        onlyWritten.removeAll(coded);
        Set<String> onlyCoded = new TreeSet<>(coded);
        onlyCoded.removeAll(written);
        if (!onlyWritten.isEmpty() || !onlyCoded.isEmpty()) {
            found.add(what + ": only in the contract " + onlyWritten + ", only in the code " + onlyCoded);
        }
    }
}
