package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;

/** Rows of people, sessions and sign-ins under way. */
@ApplicationScoped
@Transactional
@NullUnmarked // the container sets the field
class SignInStore {

    private static final Duration ATTEMPT_KEPT = Duration.ofHours(1);
    private static final Duration USE_NOTED_EVERY = Duration.ofMinutes(1);

    @PersistenceContext(unitName = "portal")
    private EntityManager rows;

    /** The person's number; a new one at the first sight, later the row follows what Keycloak says. */
    long person(Identity identity, Instant now) {
        rows.createNativeQuery("""
                        INSERT INTO person (subject, username, display_name, email, first_seen)
                        VALUES (?1, ?2, ?3, ?4, ?5)
                        ON CONFLICT (subject) DO UPDATE SET username = excluded.username,
                            display_name = excluded.display_name, email = excluded.email""")
                .setParameter(1, identity.subject())
                .setParameter(2, identity.username())
                .setParameter(3, identity.displayName())
                .setParameter(4, identity.email())
                .setParameter(5, now)
                .executeUpdate();
        return rows.createQuery("SELECT p.id FROM PersonRow p WHERE p.subject = :subject", Long.class)
                .setParameter("subject", identity.subject())
                .getSingleResult();
    }

    void save(SignInAttemptRow attempt) {
        rows.persist(attempt);
        rows.createQuery("DELETE FROM SignInAttemptRow a WHERE a.createdAt < :old")
                .setParameter("old", attempt.createdAt.minus(ATTEMPT_KEPT))
                .executeUpdate();
    }

    /** Hands out a sign-in once. */
    Optional<SignInAttemptRow> take(String state) {
        SignInAttemptRow row = rows.find(SignInAttemptRow.class, Secrets.hash(state));
        if (row != null) {
            rows.remove(row);
        }
        return Optional.ofNullable(row);
    }

    void save(SessionRow session, long personId) {
        session.person = rows.getReference(PersonRow.class, personId);
        rows.persist(session);
        rows.createQuery("DELETE FROM SessionRow s WHERE s.endsAt < :now")
                .setParameter("now", session.createdAt)
                .executeUpdate();
    }

    /** The session of a cookie while it has not ended; its use is noted. */
    Optional<SessionRow> session(String cookie, Instant now, Duration idle) {
        SessionRow row = rows.find(SessionRow.class, Secrets.hash(cookie));
        if (row == null || row.endsAt.isBefore(now) || row.lastUsedAt.plus(idle).isBefore(now)) {
            return Optional.empty();
        }
        if (row.lastUsedAt.plus(USE_NOTED_EVERY).isBefore(now)) {
            row.lastUsedAt = now;
        }
        return Optional.of(row);
    }

    /** New tokens and rights of a session; empty when it was ended meanwhile. */
    Optional<SessionRow> renew(byte[] idHash, SessionRow renewed) {
        SessionRow row = rows.find(SessionRow.class, idHash);
        if (row == null) {
            return Optional.empty();
        }
        row.refreshToken = renewed.refreshToken;
        row.teams = renewed.teams;
        row.operator = renewed.operator;
        row.auditor = renewed.auditor;
        row.rightsAsOf = renewed.rightsAsOf;
        return Optional.of(row);
    }

    void end(byte[] idHash) {
        rows.createQuery("DELETE FROM SessionRow s WHERE s.idHash = :hash")
                .setParameter("hash", idHash)
                .executeUpdate();
    }
}
