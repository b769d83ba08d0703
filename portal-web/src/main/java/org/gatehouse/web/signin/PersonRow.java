package org.gatehouse.web.signin;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** A person as Keycloak last described them; a row. */
@Entity
@Table(name = "person")
@NullUnmarked
class PersonRow {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    /** Keycloak's own id of the person; names change, this does not. */
    @Column(nullable = false, updatable = false)
    String subject;

    @Column(nullable = false)
    String username;

    @Column(name = "display_name", nullable = false)
    String displayName;

    @Nullable
    String email;

    @Column(name = "first_seen", nullable = false, updatable = false)
    Instant firstSeen;

    protected PersonRow() {}

    PersonRow(String subject, Instant firstSeen) {
        this.subject = subject;
        this.firstSeen = firstSeen;
    }
}
