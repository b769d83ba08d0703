package org.gatehouse.scheduler.application;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where transactions begin and end; called from application packages only. */
public final class Database {

    private final DataSource source;

    public Database(DataSource source) {
        this.source = source;
    }

    /** Work within a transaction; what it throws rolls everything back. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Work without a result. */
    @FunctionalInterface
    public interface Action {
        void run(Connection connection) throws SQLException;
    }

    /** @throws DatabaseFault when the database fails or cannot be reached; nothing of the work happened then */
    public <T> T inTransaction(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                T result = work.run(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    rollback(connection);
                }
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new DatabaseFault(e);
        }
    }

    public void transact(Action action) {
        inTransaction(connection -> {
            action.run(connection);
            return true;
        });
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is gone, and with it the transaction; the first fault is the one to tell.
            System.getLogger(Database.class.getName())
                    .log(System.Logger.Level.DEBUG, "event=rollback-failed why={0}", e.getMessage());
        }
    }

    /** The database failed or could not be reached. */
    public static final class DatabaseFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean away;

        DatabaseFault(SQLException cause) {
            super(cause.getMessage(), cause);
            String state = cause.getSQLState();
            // No state: the pool gave no connection. 08 connection, 53 resources, 57 shut down by an operator.
            this.away = state == null || state.matches("(08|53|57).*");
        }

        /** Whether it cannot be reached, or gives nothing just now; else the fault is ours. */
        public boolean away() {
            return away;
        }
    }
}
