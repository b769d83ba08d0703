package org.gatehouse.web.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** What every answer carries, refusals too. */
public final class SecurityHeaders {

    private static final String CSP = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private SecurityHeaders() {}

    /** Files with a hash in their name may be kept for ever; everything else is asked for anew. */
    public static void put(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", CSP);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        if (request.isSecure()) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
        boolean hashed = request.getRequestURI().startsWith("/assets/");
        response.setHeader("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-store");
    }
}
