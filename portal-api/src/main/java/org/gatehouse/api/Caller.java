package org.gatehouse.api;

import java.time.Instant;
import org.gatehouse.scheduler.access.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, as the sign-in found out; kept as an attribute of the request.
 *
 * @param service a service account
 * @param rightsAsOf when the rights were last read from Keycloak
 * @param session the browser's session, when the call came with its cookie
 */
public record Caller(
        Viewer viewer,
        String displayName,
        @Nullable String email,
        boolean service,
        Instant rightsAsOf,
        @Nullable Session session) {

    /** The request's attribute. */
    public static final String ATTRIBUTE = "org.gatehouse.caller";

    /** @param endsAt when it ends if it is not used any more */
    public record Session(String csrfToken, Instant endsAt) {
        @Override
        public String toString() {
            return "Session[until " + endsAt + "]";
        }
    }
}
