package org.gatehouse.web.signin;

import com.nimbusds.common.contenttype.ContentType;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** Talks to Keycloak as OpenID Connect says. What the realm offers is asked once and kept. */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no settings
class Oidc {

    private static final int CONNECT_MILLIS = 3000;
    private static final int READ_MILLIS = 10_000;

    private Settings settings;
    private volatile Realm realm;

    /** What is known of the realm. */
    private record Realm(
            OIDCProviderMetadata metadata, IDTokenValidator idTokens, DefaultJWTProcessor<SecurityContext> bearer) {}

    /** Keycloak did not answer, or not as it should. Nothing follows about the person. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Keycloak refused, or a token is not what it should be. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** @param issuedAt when Keycloak said so; required of every token */
    record Bearer(Identity identity, Instant issuedAt) {}

    /** Tokens of a sign-in or of its renewal, and what they say. */
    record SignedIn(Identity identity, String refreshToken) {
        @Override
        public String toString() {
            return "SignedIn[" + identity.username() + "]";
        }
    }

    Oidc() {}

    @Inject
    Oidc(Settings settings) {
        this.settings = settings;
    }

    private URI callback() {
        return URI.create(settings.baseUrl() + "/signin/callback");
    }

    /** Where a browser goes to sign in. */
    URI authorization(String state, String nonce, String verifier) throws Unavailable {
        return new AuthenticationRequest.Builder(
                        ResponseType.CODE, Scope.parse("openid profile email"), clientId(), callback())
                .endpointURI(realm().metadata().getAuthorizationEndpointURI())
                .state(new State(state))
                .nonce(new Nonce(nonce))
                .codeChallenge(new CodeVerifier(verifier), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    SignedIn finish(String code, String nonce, String verifier) throws Unavailable, Refused {
        return tokens(
                new AuthorizationCodeGrant(new AuthorizationCode(code), callback(), new CodeVerifier(verifier)),
                new Nonce(nonce));
    }

    /** @throws Refused when the session at Keycloak is over */
    SignedIn refresh(String refreshToken) throws Unavailable, Refused {
        return tokens(new RefreshTokenGrant(new RefreshToken(refreshToken)), null);
    }

    private SignedIn tokens(AuthorizationGrant grant, @Nullable Nonce nonce) throws Unavailable, Refused {
        Realm known = realm();
        HTTPRequest request = new TokenRequest.Builder(known.metadata().getTokenEndpointURI(), auth(), grant)
                .build()
                .toHTTPRequest();
        request.setConnectTimeout(CONNECT_MILLIS);
        request.setReadTimeout(READ_MILLIS);
        try {
            TokenResponse response = OIDCTokenResponseParser.parse(request.send());
            if (!response.indicatesSuccess()) {
                throwError(response.toErrorResponse().getErrorObject());
            }
            OIDCTokens tokens = (OIDCTokens) response.toSuccessResponse().getTokens();
            if (tokens.getIDToken() == null || tokens.getRefreshToken() == null) {
                throw new Refused("Keycloak gave no ID token or no refresh token");
            }
            IDTokenClaimsSet claims = known.idTokens().validate(tokens.getIDToken(), nonce);
            return new SignedIn(
                    Identity.of(claims.toJWTClaimsSet()),
                    tokens.getRefreshToken().getValue());
        } catch (IOException | ParseException e) {
            throw new Unavailable("Keycloak does not answer as it should: " + e.getMessage(), e);
        } catch (JOSEException e) {
            throw new Unavailable("the realm's keys cannot be had: " + e.getMessage(), e);
        } catch (BadJOSEException | java.text.ParseException e) {
            throw new Refused("Keycloak's ID token is not valid: " + e.getMessage());
        }
    }

    /** Only a grant that is no longer good says something about the person. */
    private static void throwError(ErrorObject error) throws Unavailable, Refused {
        if (!OAuth2Error.INVALID_GRANT.getCode().equals(error.getCode())) {
            throw new Unavailable("Keycloak failed: " + error.getHTTPStatusCode() + " " + error.getCode(), null);
        }
        throw new Refused("Keycloak refused: " + error.getCode() + " " + error.getDescription());
    }

    /** @throws Refused when it is not a valid access token of the realm for this portal */
    Bearer bearer(String token) throws Unavailable, Refused {
        try {
            JWTClaimsSet claims = realm().bearer().process(token, null);
            if (!"Bearer".equals(claims.getStringClaim("typ"))) {
                throw new Refused("the token is not an access token");
            }
            return new Bearer(Identity.of(claims), issuedAt(claims));
        } catch (BadJOSEException | java.text.ParseException e) {
            throw new Refused("the token is not valid: " + e.getMessage());
        } catch (RateLimitReachedException e) {
            // An unknown key was looked for a moment ago; Keycloak is there, and does not have it.
            throw new Refused("the token is signed with a key that the realm does not have");
        } catch (JOSEException e) {
            throw new Unavailable("the realm's keys cannot be had: " + e.getMessage(), e);
        }
    }

    /** @throws java.text.ParseException when the claim is no number of seconds */
    private static Instant issuedAt(JWTClaimsSet claims) throws java.text.ParseException {
        if (claims.toJSONObject().get("iat") instanceof Number seconds) {
            return Instant.ofEpochSecond(seconds.longValue());
        }
        throw new java.text.ParseException("iat is not a number", 0);
    }

    /**
     * Ends the session at Keycloak from here. The browser's way, with the ID token in an address, is too long for somebody in
     * hundreds of groups.
     */
    void end(String refreshToken) throws Unavailable {
        URI endpoint = realm().metadata().getEndSessionEndpointURI();
        HTTPRequest request = new HTTPRequest(HTTPRequest.Method.POST, endpoint);
        request.setConnectTimeout(CONNECT_MILLIS);
        request.setReadTimeout(READ_MILLIS);
        auth().applyTo(request);
        request.setEntityContentType(ContentType.APPLICATION_URLENCODED);
        request.setBody(URLUtils.serializeParameters(Map.of("refresh_token", List.of(refreshToken))));
        try {
            int status = request.send().getStatusCode();
            if (status >= 500) {
                throw new Unavailable("Keycloak failed: " + status, null);
            }
        } catch (IOException e) {
            throw new Unavailable("Keycloak does not answer: " + e.getMessage(), e);
        }
    }

    private ClientSecretBasic auth() {
        return new ClientSecretBasic(clientId(), new Secret(settings.oidc().clientSecret()));
    }

    private ClientID clientId() {
        return new ClientID(settings.oidc().clientId());
    }

    private Realm realm() throws Unavailable {
        Realm known = realm;
        if (known == null) {
            known = discover();
            realm = known;
        }
        return known;
    }

    private Realm discover() throws Unavailable {
        try {
            var issuer = new Issuer(settings.oidc().issuer());
            OIDCProviderMetadata metadata = OIDCProviderMetadata.resolve(issuer, CONNECT_MILLIS, READ_MILLIS);
            var retriever = new DefaultResourceRetriever(CONNECT_MILLIS, READ_MILLIS);
            var keys = metadata.getJWKSetURI().toURL();
            JWKSource<SecurityContext> source = JWKSourceBuilder.create(keys, retriever)
                    .retrying(true)
                    .outageTolerant(settings.sessions().rightsWithoutKeycloak().toMillis())
                    .build();
            var processor = new DefaultJWTProcessor<SecurityContext>();
            processor.setJWSTypeVerifier(
                    new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt"), JOSEObjectType.JWT, null));
            processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, source));
            processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                    settings.oidc().clientId(),
                    new JWTClaimsSet.Builder().issuer(issuer.getValue()).build(),
                    Set.of("sub", "exp", "iat")));
            var idTokens = new IDTokenValidator(issuer, clientId(), JWSAlgorithm.RS256, keys, retriever);
            return new Realm(metadata, idTokens, processor);
        } catch (IOException | GeneralException e) {
            throw new Unavailable("Keycloak at " + settings.oidc().issuer() + " does not answer: " + e.getMessage(), e);
        }
    }
}
