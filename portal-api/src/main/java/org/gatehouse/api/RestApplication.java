package org.gatehouse.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/** Everything below {@code /api/v1}. */
@ApplicationPath("/api/v1")
public class RestApplication extends Application {

    /** The contract is at /openapi; Jersey's own description of it is not wanted. */
    @Override
    public Map<String, Object> getProperties() {
        return Map.of("jersey.config.server.wadl.disableWadl", true);
    }
}
