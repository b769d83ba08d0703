package org.gatehouse.api.problem;

import org.jspecify.annotations.Nullable;

/**
 * A problem of RFC 9457.
 *
 * @param type what kind it is: a stable path below {@code /problems/}
 * @param title the kind in words, always the same for a type
 * @param detail what is wrong here, and what to do
 * @param field the member of the request that is wrong
 */
public record Problem(
        String type,
        String title,
        int status,
        @Nullable String detail,
        @Nullable String field,
        @Nullable Object verdict) {

    public static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(Kind kind, String detail, @Nullable String field) {
        return new Problem(kind.type(), kind.title(), kind.status(), detail, field, null);
    }

    /** The kinds there are. */
    public enum Kind {
        BAD_REQUEST("bad-request", "The request is malformed", 400),
        UNKNOWN_FIELD("unknown-field", "The request has a field that is not known", 400),
        UNAUTHORIZED("unauthorized", "Nobody is signed in", 401),
        FORBIDDEN("forbidden", "Not allowed", 403),
        CSRF("csrf", "The call did not come from the portal's own page", 403),
        NOT_FOUND("not-found", "There is no such thing, or you may not see it", 404),
        METHOD_NOT_ALLOWED("method-not-allowed", "The method is not allowed here", 405),
        CONFLICT("conflict", "It is in another state by now", 409),
        TOO_LARGE("too-large", "The request is too large", 413),
        UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", "The content type is not supported", 415),
        SCRIPT_REFUSED("script-refused", "The script was refused; nothing was created", 422),
        FAULT("fault", "Gatehouse failed", 500),
        UNAVAILABLE("unavailable", "A part that is needed does not answer", 503);

        private final String name;
        private final String title;
        private final int status;

        Kind(String name, String title, int status) {
            this.name = name;
            this.title = title;
            this.status = status;
        }

        public String type() {
            return "/problems/" + name;
        }

        public String title() {
            return title;
        }

        public int status() {
            return status;
        }
    }
}
