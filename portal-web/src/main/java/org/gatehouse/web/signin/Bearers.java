package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gatehouse.api.Caller;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Teams;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** Callers with an access token of the realm. Its rights are as old as the token. */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no parts
class Bearers {

    private static final int KNOWN_AT_MOST = 10_000;

    /** Numbers of people by what their token said of them, so that a known caller costs no query. */
    private final Map<Identity, Long> known = new ConcurrentHashMap<>();

    private Oidc oidc;
    private SignInStore store;
    private Teams teams;
    private Clock clock;

    Bearers() {}

    @Inject
    Bearers(Oidc oidc, SignInStore store, Teams teams, Clock clock) {
        this.oidc = oidc;
        this.store = store;
        this.teams = teams;
        this.clock = clock;
    }

    Caller caller(String token, @Nullable String origin) throws Oidc.Unavailable, Oidc.Refused {
        Oidc.Bearer bearer = oidc.bearer(token);
        Identity identity = bearer.identity();
        Long person = known.get(identity);
        if (person == null) {
            teams.sighted(Identity.member(identity.groups()));
            person = store.person(identity, clock.instant());
            if (known.size() >= KNOWN_AT_MOST) {
                known.clear();
            }
            known.put(identity, person);
        }
        var viewer = new Viewer(
                person,
                identity.username(),
                Identity.member(identity.groups()),
                Identity.admin(identity.groups()),
                identity.roles().contains("operator"),
                identity.roles().contains("auditor"),
                origin);
        return new Caller(
                viewer, identity.displayName(), identity.email(), identity.service(), bearer.issuedAt(), null);
    }
}
