package org.gatehouse.web.pages;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;

/** Addresses that only the browser's application knows get its start page; it says itself when there is no such page. */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class PageFilter implements Filter {

    /** What the server answers itself. */
    private static final List<String> SERVED =
            List.of("/api", "/ws", "/__socket", "/__error", "/health", "/metrics", "/openapi", "/signin", "/signout");

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (isPage((HttpServletRequest) request)) {
            request.getRequestDispatcher("/index.html").forward(request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean isPage(HttpServletRequest request) {
        String path = request.getRequestURI();
        boolean served = SERVED.stream().anyMatch(p -> path.equals(p) || path.startsWith(p + "/"));
        boolean file = path.lastIndexOf('.') > path.lastIndexOf('/');
        return request.getMethod().equals("GET") && !path.equals("/") && !served && !file;
    }
}
