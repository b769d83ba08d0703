package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** The way to Keycloak and back: authorization code with PKCE, state and nonce. */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no parts
class SignIn {

    private static final System.Logger LOG = System.getLogger(SignIn.class.getName());
    private static final String STATE_COOKIE = "gatehouse_signin_";

    private Settings settings;
    private SignInStore store;
    private Secrets secrets;
    private Oidc oidc;
    private Sessions sessions;
    private Clock clock;

    SignIn() {}

    // size: the container hands in the parts
    @Inject
    SignIn(Settings settings, SignInStore store, Secrets secrets, Oidc oidc, Sessions sessions, Clock clock) {
        this.settings = settings;
        this.store = store;
        this.secrets = secrets;
        this.oidc = oidc;
        this.sessions = sessions;
        this.clock = clock;
    }

    String sessionCookie() {
        return settings.secure() ? "__Host-gatehouse_session" : "gatehouse_session";
    }

    void begin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String state = secrets.random();
        String verifier = secrets.random();
        var attempt = new SignInAttemptRow();
        attempt.stateHash = Secrets.hash(state);
        attempt.nonce = secrets.random();
        attempt.codeVerifier = secrets.encrypt(verifier);
        attempt.returnTo = local(request.getParameter("return"));
        attempt.createdAt = clock.instant();
        try {
            String away = oidc.authorization(state, attempt.nonce, verifier).toString();
            store.save(attempt);
            response.addCookie(cookie(stateCookie(state), state, -1));
            redirect(response, away);
        } catch (Oidc.Unavailable e) {
            unavailable(response, e);
        }
    }

    void finish(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String code = request.getParameter("code");
        Optional<SignInAttemptRow> attempt = begun(request);
        attempt.ifPresent(_ -> response.addCookie(cookie(stateCookie(request.getParameter("state")), "", 0)));
        if (attempt.isEmpty()) {
            // An old tab, the back button, or a link somebody made up: nothing is lost by beginning anew.
            Answers.page(
                    response,
                    400,
                    "This sign-in is no longer valid",
                    "It was finished before, waited too long, or was begun in another browser.");
            return;
        }
        if (code == null) {
            Answers.page(
                    response,
                    400,
                    "You are not signed in",
                    "Keycloak ended the sign-in: " + request.getParameter("error"));
            return;
        }
        exchange(code, attempt.get(), response);
    }

    /** Makes the code that Keycloak gave into a session. */
    private void exchange(String code, SignInAttemptRow attempt, HttpServletResponse response) throws IOException {
        try {
            Oidc.SignedIn signedIn = oidc.finish(code, attempt.nonce, secrets.decrypt(attempt.codeVerifier));
            response.addCookie(cookie(sessionCookie(), sessions.begin(signedIn), -1));
            redirect(response, attempt.returnTo);
        } catch (Oidc.Unavailable e) {
            unavailable(response, e);
        } catch (Oidc.Refused e) {
            LOG.log(Level.WARNING, "event=signin-refused why={0}", e.getMessage());
            Answers.page(response, 400, "You are not signed in", e.getMessage());
        }
    }

    /** Each sign-in under way has a cookie of its own: two tabs do not undo each other. */
    private String stateCookie(String state) {
        return (settings.secure() ? "__Host-" : "")
                + STATE_COOKIE
                + HexFormat.of().formatHex(Secrets.hash(state), 0, 4);
    }

    /** The sign-in that this browser began and did not finish yet. */
    private Optional<SignInAttemptRow> begun(HttpServletRequest request) {
        String state = request.getParameter("state");
        Optional<String> expected = state == null ? Optional.empty() : cookie(request, stateCookie(state));
        boolean same = state != null && expected.isPresent() && Secrets.same(state, expected.get());
        return same ? store.take(state) : Optional.empty();
    }

    /** Ends the session, and tells the page where to go then. */
    void signOut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        cookie(request, sessionCookie()).ifPresent(sessions::end);
        response.addCookie(cookie(sessionCookie(), "", 0));
        response.setContentType("application/json");
        response.getWriter()
                .write(Json.createObjectBuilder().add("location", "/").build().toString());
    }

    private static void unavailable(HttpServletResponse response, Oidc.Unavailable e) throws IOException {
        LOG.log(Level.WARNING, "event=signin-unavailable why={0}", e.getMessage());
        Answers.page(
                response,
                503,
                "Nobody can sign in just now",
                "Keycloak, which knows the passwords, does not answer. Jobs run on, and whoever is signed in stays so for a"
                        + " while. Try again in a minute; if it lasts, tell whoever runs Gatehouse.");
    }

    private static void redirect(HttpServletResponse response, String location) {
        response.setStatus(HttpServletResponse.SC_FOUND);
        response.setHeader("Location", location);
        response.setHeader("Cache-Control", "no-store");
    }

    /** A path of ours; anything else becomes the start page. */
    static String local(@Nullable String target) {
        boolean ours = target != null
                && target.startsWith("/")
                && !target.startsWith("//")
                && target.indexOf('\\') < 0
                && target.chars().noneMatch(c -> c < ' ')
                && !target.startsWith("/signin");
        return ours ? target : "/";
    }

    static Optional<String> cookie(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name) && !cookie.getValue().isEmpty()) {
                    return Optional.of(cookie.getValue());
                }
            }
        }
        return Optional.empty();
    }

    private Cookie cookie(String name, String value, int seconds) {
        Cookie cookie = new Cookie(name, value);
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(settings.secure());
        cookie.setMaxAge(seconds);
        cookie.setAttribute("SameSite", "Lax");
        return cookie;
    }
}
