package org.gatehouse.api;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import jakarta.json.bind.config.PropertyOrderStrategy;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

/** Members in alphabetical order, so that answers can be compared; absent values are left out. */
@Provider
public class JsonSettings implements ContextResolver<Jsonb> {

    private final Jsonb jsonb =
            JsonbBuilder.create(new JsonbConfig().withPropertyOrderStrategy(PropertyOrderStrategy.LEXICOGRAPHICAL));

    @Override
    public Jsonb getContext(Class<?> type) {
        return jsonb;
    }
}
