package org.gatehouse.web;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * What the portal stands on, there before the server starts: the real PostgreSQL at the address that the environment names, empty,
 * and a key. Keycloak and the spawner are not there.
 */
public final class Ground implements BeforeAllCallback {

    private record Running(EmbeddedPostgres server) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(Namespace.create(Ground.class))
                .getOrComputeIfAbsent(Running.class, _ -> begin(), Running.class);
    }

    private static Running begin() {
        try {
            Files.write(Path.of(setting("GATEHOUSE_SESSION_KEY_FILE")), new byte[32]);
            URI address = URI.create(setting("GATEHOUSE_DB_URL").substring("jdbc:".length()));
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setPort(address.getPort())
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .start();
            try (Connection c = server.getPostgresDatabase().getConnection();
                    var statement = c.createStatement()) {
                statement.execute("CREATE ROLE " + setting("GATEHOUSE_DB_USER") + " LOGIN PASSWORD '"
                        + setting("GATEHOUSE_DB_PASSWORD") + "'");
                statement.execute(
                        "CREATE DATABASE " + address.getPath().substring(1) + " OWNER " + setting("GATEHOUSE_DB_USER"));
            }
            return new Running(server);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String setting(String name) {
        return System.getenv(name);
    }

    /** The first column of the answer to a question. */
    static List<String> ask(String sql) throws SQLException {
        try (Connection c = connect();
                var statement = c.createStatement();
                var rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** Signs a person in without Keycloak, as if it had been done before Keycloak went away. */
    static void session(String cookie, String csrfToken) throws SQLException, GeneralSecurityException {
        String sql = """
                WITH p AS (INSERT INTO person (subject, username, display_name, first_seen)
                           VALUES ('ann', 'ann', 'Ann', now()) RETURNING id)
                INSERT INTO portal_session (id_hash, person_id, csrf_token, refresh_token, teams, operator, auditor,
                    rights_as_of, created_at, last_used_at, ends_at)
                SELECT ?, id, ?, '', '{/teams/vision}', false, false, now(), now(), now(), now() + interval '1 hour' FROM p""";
        try (Connection c = connect();
                var statement = c.prepareStatement(sql)) {
            statement.setBytes(1, MessageDigest.getInstance("SHA-256").digest(cookie.getBytes(StandardCharsets.UTF_8)));
            statement.setString(2, csrfToken);
            statement.executeUpdate();
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                setting("GATEHOUSE_DB_URL"), setting("GATEHOUSE_DB_USER"), setting("GATEHOUSE_DB_PASSWORD"));
    }
}
