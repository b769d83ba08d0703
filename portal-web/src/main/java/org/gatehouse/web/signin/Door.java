package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.gatehouse.api.Caller;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.web.pages.SecurityHeaders;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;

/**
 * The one mechanism that says who calls: by bearer token or by session cookie, the same for pages, REST and WebSockets. Pages and
 * their files are open; everything else needs a caller. A call by cookie that changes something must come from our own page.
 */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no parts
public class Door implements HttpAuthenticationMechanism {

    static final String CSRF_HEADER = "X-Gatehouse-CSRF";
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private Settings settings;
    private SignIn signIn;
    private Sessions sessions;
    private Bearers bearers;

    public Door() {}

    @Inject
    Door(Settings settings, SignIn signIn, Sessions sessions, Bearers bearers) {
        this.settings = settings;
        this.signIn = signIn;
        this.sessions = sessions;
        this.bearers = bearers;
    }

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
        String path = request.getRequestURI();
        SecurityHeaders.put(request, response);
        try {
            if (path.equals("/signin")) {
                signIn.begin(request, response);
                return AuthenticationStatus.SEND_CONTINUE;
            }
            if (path.equals("/signin/callback")) {
                signIn.finish(request, response);
                return AuthenticationStatus.SEND_CONTINUE;
            }
            if (!needsCaller(path)) {
                return context.doNothing();
            }
            return guarded(request, response, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean needsCaller(String path) {
        return path.startsWith("/api/") || path.startsWith("/ws/") || path.equals("/signout");
    }

    private AuthenticationStatus guarded(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) throws IOException {
        Optional<Caller> caller;
        try {
            caller = caller(request);
        } catch (Oidc.Refused e) {
            Answers.problem(response, Kind.UNAUTHORIZED, String.valueOf(e.getMessage()));
            return AuthenticationStatus.SEND_FAILURE;
        } catch (Oidc.Unavailable e) {
            Answers.problem(
                    response, Kind.UNAVAILABLE, "Keycloak does not answer, so tokens cannot be checked; try again");
            return AuthenticationStatus.SEND_FAILURE;
        }
        if (caller.isEmpty()) {
            Answers.problem(response, Kind.UNAUTHORIZED, "sign in, or send a bearer token of the realm");
            return AuthenticationStatus.SEND_FAILURE;
        }
        Optional<String> stranger = stranger(request, caller.get());
        if (stranger.isPresent()) {
            Answers.problem(response, Kind.CSRF, stranger.get());
            return AuthenticationStatus.SEND_FAILURE;
        }
        request.setAttribute(Caller.ATTRIBUTE, caller.get());
        if (request.getRequestURI().equals("/signout")) {
            signIn.signOut(request, response);
            return AuthenticationStatus.SEND_CONTINUE;
        }
        return context.notifyContainerAboutLogin(caller.get().viewer().username(), new HashSet<>(Set.of("person")));
    }

    private Optional<Caller> caller(HttpServletRequest request) throws Oidc.Refused, Oidc.Unavailable {
        String authorization = request.getHeader("Authorization");
        String origin = request.getRemoteAddr();
        if (authorization != null && authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.of(bearers.caller(authorization.substring(7).strip(), origin));
        }
        return SignIn.cookie(request, signIn.sessionCookie()).flatMap(cookie -> sessions.caller(cookie, origin));
    }

    /** Why a call by cookie does not come from our own page; empty when it does. Bearer tokens are never sent by accident. */
    private Optional<String> stranger(HttpServletRequest request, Caller caller) {
        Caller.Session session = caller.session();
        if (session == null) {
            return Optional.empty();
        }
        String origin = request.getHeader("Origin");
        String ours = settings.baseUrl().toString();
        boolean socket = request.getRequestURI().startsWith("/ws/");
        // Browsers always send it with a socket's handshake, and with everything that is not a read.
        if (origin == null ? socket : !origin.equals(ours)) {
            return Optional.of("the call comes from " + origin + ", not from " + ours);
        }
        boolean changes =
                !READS.contains(request.getMethod()) || request.getRequestURI().equals("/signout");
        if (socket || !changes) {
            return Optional.empty();
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin")) {
            return Optional.of("the call comes from another site");
        }
        String token = request.getHeader(CSRF_HEADER);
        return token != null && Secrets.same(token, session.csrfToken())
                ? Optional.empty()
                : Optional.of(
                        "the header " + CSRF_HEADER + " is missing or not of this session; GET /api/v1/me has it");
    }
}
