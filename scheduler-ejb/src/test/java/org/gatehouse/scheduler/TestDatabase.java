package org.gatehouse.scheduler;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.gatehouse.scheduler.application.Database;

/** The real PostgreSQL, started once for all tests of the module; each test gets a database of its own with the schema. */
public final class TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

    private final DataSource source;

    private TestDatabase(DataSource source) {
        this.source = source;
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static TestDatabase fresh() {
        TestDatabase empty = empty();
        empty.migrate("latest");
        return empty;
    }

    /** Brings the schema to a version, such as {@code 1}, or to the {@code latest}. */
    public void migrate(String version) {
        Flyway.configure().dataSource(source).target(version).load().migrate();
    }

    /** Without a schema. */
    public static TestDatabase empty() {
        String name = "t" + NUMBER.incrementAndGet();
        try (var connection = SERVER.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        DataSource source = SERVER.getDatabase("postgres", name);
        return new TestDatabase(source);
    }

    public DataSource source() {
        return source;
    }

    public Database database() {
        return new Database(source);
    }

    public String url() {
        String name;
        try (var connection = source.getConnection()) {
            name = connection.getCatalog();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return SERVER.getJdbcUrl("postgres", name);
    }

    /** Runs a statement outside of anything under test. */
    public void execute(String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A single number. */
    public long count(String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
