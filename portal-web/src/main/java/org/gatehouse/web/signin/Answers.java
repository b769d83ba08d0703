package org.gatehouse.web.signin;

import jakarta.json.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.gatehouse.api.problem.Problem;

/** Answers that are given before any resource is reached. */
final class Answers {

    private Answers() {}

    static void problem(HttpServletResponse response, Problem.Kind kind, String detail) throws IOException {
        if (kind == Problem.Kind.UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        response.setStatus(kind.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.getWriter()
                .write(Json.createObjectBuilder()
                        .add("type", kind.type())
                        .add("title", kind.title())
                        .add("status", kind.status())
                        .add("detail", detail)
                        .build()
                        .toString());
    }

    /** A page for people whose sign-in came to nothing. */
    static void page(HttpServletResponse response, int status, String title, String text) throws IOException {
        response.setStatus(status);
        response.setContentType("text/html");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().write("""
                        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>%s · Gatehouse</title>
                        <meta name="viewport" content="width=device-width, initial-scale=1">
                        <style>:root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style>
                        </head><body><h1>%s</h1><p>%s</p><p><a href="/signin">Sign in again</a> · <a href="/">Start page</a></p></body></html>
                        """.formatted(escaped(title), escaped(title), escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
