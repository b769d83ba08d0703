package org.gatehouse.web.signin;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.NullUnmarked;

/** A sign-in between leaving for Keycloak and coming back; a row. */
@Entity
@Table(name = "signin_attempt")
@NullUnmarked
class SignInAttemptRow {

    @Id
    @Column(name = "state_hash")
    byte[] stateHash;

    String nonce;

    @Column(name = "code_verifier")
    byte[] codeVerifier;

    @Column(name = "return_to")
    String returnTo;

    @Column(name = "created_at")
    Instant createdAt;
}
