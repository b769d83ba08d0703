package org.gatehouse.web.pages;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * What every answer carries, and which file a page is. Addresses of pages that only the browser knows get the start page; files
 * with a hash in their name may be kept for ever, everything else is asked for anew.
 */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class HeadersFilter implements Filter {

    private static final String CSP = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var http = (HttpServletRequest) request;
        var answer = (HttpServletResponse) response;
        String path = http.getRequestURI();
        answer.setHeader("Content-Security-Policy", CSP);
        answer.setHeader("X-Content-Type-Options", "nosniff");
        answer.setHeader("X-Frame-Options", "DENY");
        answer.setHeader("Referrer-Policy", "same-origin");
        answer.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        answer.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        if (http.isSecure()) {
            answer.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
        answer.setHeader(
                "Cache-Control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-store");
        if (isPage(http, path)) {
            request.getRequestDispatcher("/index.html").forward(request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** A browser's address within the application: no file, and nothing that the server answers itself. */
    private static boolean isPage(HttpServletRequest request, String path) {
        boolean ours = path.equals("/jobs") || path.startsWith("/jobs/") || path.equals("/resources");
        return ours && request.getMethod().equals("GET");
    }
}
