package org.gatehouse.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything below {@code /api/v1}. */
@ApplicationPath("/api/v1")
public class RestApplication extends Application {}
