package org.gatehouse.api.contract;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What resources serve, by their annotations. */
final class Served {

    private Served() {}

    /** @param parameters as in {@link Contract.Operation} */
    record Operation(Set<String> parameters, Class<?> returned) {}

    /** By "GET /path". */
    static Map<String, Operation> operations(String base, Collection<Class<?>> resources) {
        Map<String, Operation> found = new TreeMap<>();
        for (Class<?> resource : resources) {
            for (Method method : resource.getDeclaredMethods()) {
                for (Annotation annotation : method.getAnnotations()) {
                    HttpMethod verb = annotation.annotationType().getAnnotation(HttpMethod.class);
                    if (verb != null) {
                        found.put(verb.value() + " " + path(base, resource, method), operation(method));
                    }
                }
            }
        }
        return found;
    }

    private static String path(String base, Class<?> resource, Method method) {
        Path below = method.getAnnotation(Path.class);
        return base + "/" + resource.getAnnotation(Path.class).value() + (below == null ? "" : "/" + below.value());
    }

    private static Operation operation(Method method) {
        Set<String> parameters = new TreeSet<>();
        for (Parameter parameter : method.getParameters()) {
            PathParam path = parameter.getAnnotation(PathParam.class);
            QueryParam query = parameter.getAnnotation(QueryParam.class);
            DefaultValue otherwise = parameter.getAnnotation(DefaultValue.class);
            if (path != null) {
                parameters.add("path " + path.value());
            } else if (query != null) {
                parameters.add("query " + query.value() + (otherwise == null ? "" : "=" + otherwise.value()));
            }
        }
        return new Operation(parameters, method.getReturnType());
    }
}
