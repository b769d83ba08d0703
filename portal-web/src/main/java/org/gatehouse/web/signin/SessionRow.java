package org.gatehouse.web.signin;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.NullUnmarked;

/** A browser's session; a row. The cookie's value is not in it, only its hash; tokens are encrypted. */
@Entity
@DynamicUpdate // noting a use must not write back tokens and rights that another request renewed
@Table(name = "portal_session")
@NullUnmarked
class SessionRow {

    @Id
    @Column(name = "id_hash")
    byte[] idHash;

    @ManyToOne(fetch = FetchType.EAGER, optional = false)
    @JoinColumn(name = "person_id")
    PersonRow person;

    @Column(name = "csrf_token")
    String csrfToken;

    @Column(name = "refresh_token")
    byte[] refreshToken;

    /** Full paths of the groups, as the claim has them. */
    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] teams;

    boolean operator;

    boolean auditor;

    @Column(name = "rights_as_of")
    Instant rightsAsOf;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "last_used_at")
    Instant lastUsedAt;

    @Column(name = "ends_at")
    Instant endsAt;
}
