package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.gatehouse.api.Caller;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Teams;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * Browser sessions, kept in the database: a restart of the portal signs nobody out. Rights are re-read through the refresh
 * token when they are older than the setting; while Keycloak does not answer they hold for a stated time.
 */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no parts
class Sessions {

    private static final System.Logger LOG = System.getLogger(Sessions.class.getName());
    private static final Duration AFTER_OUTAGE = Duration.ofSeconds(15);

    /** One renewal at a time per session: a refresh token may be good for one use only. */
    private final ReentrantLock[] locks =
            IntStream.range(0, 64).mapToObj(_ -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    private Settings settings;
    private SignInStore store;
    private Secrets secrets;
    private Oidc oidc;
    private Teams teams;
    private Clock clock;
    private volatile Instant askAgainAt = Instant.EPOCH;

    Sessions() {}

    // size: the container hands in the parts
    @Inject
    Sessions(Settings settings, SignInStore store, Secrets secrets, Oidc oidc, Teams teams, Clock clock) {
        this.settings = settings;
        this.store = store;
        this.secrets = secrets;
        this.oidc = oidc;
        this.teams = teams;
        this.clock = clock;
    }

    /** @return the cookie's value */
    String begin(Oidc.SignedIn signedIn) {
        Instant now = clock.instant();
        String cookie = secrets.random();
        SessionRow row = filled(signedIn, now);
        row.idHash = Secrets.hash(cookie);
        row.csrfToken = secrets.random();
        row.createdAt = now;
        row.lastUsedAt = now;
        row.endsAt = now.plus(settings.sessions().absolute());
        teams.sighted(Identity.member(signedIn.identity().groups()));
        store.save(row, store.person(signedIn.identity(), now));
        LOG.log(Level.INFO, "event=signed-in user={0}", signedIn.identity().username());
        return cookie;
    }

    private SessionRow filled(Oidc.SignedIn signedIn, Instant now) {
        SessionRow row = new SessionRow();
        row.refreshToken = secrets.encrypt(signedIn.refreshToken());
        row.teams = signedIn.identity().groups().toArray(String[]::new);
        row.operator = signedIn.identity().roles().contains("operator");
        row.auditor = signedIn.identity().roles().contains("auditor");
        row.rightsAsOf = now;
        return row;
    }

    Optional<Caller> caller(String cookie, @Nullable String origin) {
        Instant now = clock.instant();
        return store.session(cookie, now, settings.sessions().idle())
                .flatMap(row -> fresh(row, cookie, now))
                .map(row -> caller(row, now, origin));
    }

    private Caller caller(SessionRow row, Instant now, @Nullable String origin) {
        List<String> groups = List.of(row.teams);
        var viewer = new Viewer(
                row.person.id,
                row.person.username,
                Identity.member(groups),
                Identity.admin(groups),
                row.operator,
                row.auditor,
                origin);
        Instant idleEnd = now.plus(settings.sessions().idle());
        Instant ends = idleEnd.isBefore(row.endsAt) ? idleEnd : row.endsAt;
        return new Caller(
                viewer,
                row.person.displayName,
                row.person.email,
                false,
                row.rightsAsOf,
                new Caller.Session(row.csrfToken, ends));
    }

    private boolean stale(SessionRow row, Instant now) {
        return row.rightsAsOf.plus(settings.sessions().rightsFor()).isBefore(now);
    }

    private Optional<SessionRow> fresh(SessionRow row, String cookie, Instant now) {
        if (!stale(row, now)) {
            return Optional.of(row);
        }
        ReentrantLock lock = locks[Math.floorMod(cookie.hashCode(), locks.length)];
        lock.lock();
        try {
            Optional<SessionRow> again =
                    store.session(cookie, now, settings.sessions().idle());
            return again.isPresent() && stale(again.get(), now) ? renewed(again.get(), now) : again;
        } finally {
            lock.unlock();
        }
    }

    private Optional<SessionRow> renewed(SessionRow row, Instant now) {
        if (clock.instant().isBefore(askAgainAt)) {
            return withoutKeycloak(row, now);
        }
        try {
            Oidc.SignedIn signedIn = oidc.refresh(secrets.decrypt(row.refreshToken));
            // First of all: a refresh token may be good for one use only.
            Optional<SessionRow> renewed = store.renew(row.idHash, filled(signedIn, now));
            store.person(signedIn.identity(), now);
            teams.sighted(Identity.member(signedIn.identity().groups()));
            return renewed;
        } catch (Oidc.Refused e) {
            LOG.log(Level.INFO, "event=session-over user={0} why={1}", row.person.username, e.getMessage());
            store.end(row.idHash);
            return Optional.empty();
        } catch (Oidc.Unavailable e) {
            askAgainAt = clock.instant().plus(AFTER_OUTAGE);
            LOG.log(Level.WARNING, "event=rights-not-renewed user={0} why={1}", row.person.username, e.getMessage());
            return withoutKeycloak(row, now);
        }
    }

    private Optional<SessionRow> withoutKeycloak(SessionRow row, Instant now) {
        return Optional.of(row)
                .filter(r -> r.rightsAsOf
                        .plus(settings.sessions().rightsWithoutKeycloak())
                        .isAfter(now));
    }

    /** Ends a session here and at Keycloak; when Keycloak does not answer, here alone. */
    void end(String cookie) {
        Optional<SessionRow> row =
                store.session(cookie, clock.instant(), settings.sessions().idle());
        if (row.isEmpty()) {
            return;
        }
        store.end(row.get().idHash);
        try {
            oidc.end(secrets.decrypt(row.get().refreshToken));
        } catch (Oidc.Unavailable e) {
            LOG.log(
                    Level.WARNING,
                    "event=signed-out-here-only user={0} why={1}",
                    row.get().person.username,
                    e.getMessage());
        }
    }
}
