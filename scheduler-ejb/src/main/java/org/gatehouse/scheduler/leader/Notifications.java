package org.gatehouse.scheduler.leader;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Hears what PostgreSQL announces, on a connection of its own. A notice is a hint: after every new connection all listeners
 * are called, for what was missed meanwhile, and every loop looks by itself now and then.
 */
public final class Notifications implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Notifications.class.getName());
    private static final int WAIT_MILLIS = 1000;

    private final ConnectionSettings settings;
    private final Map<String, Runnable> listeners;
    private final Thread thread;
    private volatile boolean open = true;

    /** How to reach the database; the password is not shown. */
    public record ConnectionSettings(String url, String user, String password) {
        @Override
        public String toString() {
            return "ConnectionSettings[" + url + ", " + user + "]";
        }
    }

    /** @param listeners by channel; called on a thread of this object's, and must be quick */
    public Notifications(ConnectionSettings settings, Map<String, Runnable> listeners) {
        this.settings = settings;
        this.listeners = Map.copyOf(listeners);
        this.thread = Thread.ofPlatform().daemon().name("db-notifications").unstarted(this::run);
    }

    public Notifications begin() {
        thread.start();
        return this;
    }

    private void run() {
        while (open) {
            try (Connection connection = connect()) {
                listeners.values().forEach(Runnable::run);
                PGConnection pg = connection.unwrap(PGConnection.class);
                while (open) {
                    PGNotification[] heard = pg.getNotifications(WAIT_MILLIS);
                    if (heard != null) {
                        tell(heard);
                    }
                }
            } catch (SQLException e) {
                LOG.log(Level.WARNING, "event=notifications-cut why={0}", e.getMessage());
                pause();
            }
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password());
        properties.setProperty("tcpKeepAlive", "true");
        Connection connection = DriverManager.getConnection(settings.url(), properties);
        try (Statement statement = connection.createStatement()) {
            for (String channel : listeners.keySet()) {
                statement.execute("LISTEN " + channel);
            }
        }
        return connection;
    }

    private void tell(PGNotification[] heard) {
        listeners.forEach((channel, listener) -> {
            for (PGNotification one : heard) {
                if (one.getName().equals(channel)) {
                    listener.run();
                    return;
                }
            }
        });
    }

    private static void pause() {
        try {
            Thread.sleep(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        open = false;
    }
}
