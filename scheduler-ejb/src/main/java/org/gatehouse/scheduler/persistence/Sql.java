package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements with parameters of our types. */
final class Sql {

    private Sql() {}

    /** Makes a value of a row. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    static <T> List<T> list(Connection c, Row<T> row, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = c.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet found = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (found.next()) {
                    all.add(row.read(found));
                }
                return all;
            }
        }
    }

    static <T> Optional<T> one(Connection c, Row<T> row, String sql, @Nullable Object... parameters)
            throws SQLException {
        List<T> all = list(c, row, sql, parameters);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
    }

    /** @return how many rows it hit */
    static int update(Connection c, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = c.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** The same statement for many rows, sent at once. */
    static void batch(Connection c, String sql, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = c.prepareStatement(sql)) {
            for (@Nullable Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    private static void bind(PreparedStatement statement, @Nullable Object[] parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
    }

    private static void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(at, Types.NULL);
            case Instant instant -> statement.setObject(at, OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
            case Enum<?> word -> statement.setString(at, word.name());
            case byte[] bytes -> statement.setBytes(at, bytes);
            case String[] texts ->
                statement.setArray(at, statement.getConnection().createArrayOf("text", texts));
            case Integer[] numbers ->
                statement.setArray(at, statement.getConnection().createArrayOf("int4", numbers));
            case Long[] numbers ->
                statement.setArray(at, statement.getConnection().createArrayOf("int8", numbers));
            case Optional<?> maybe -> bind(statement, at, maybe.orElse(null));
            default -> statement.setObject(at, value);
        }
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    static Optional<Instant> maybeInstant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(instant(row, column));
    }

    /** A column that is never null. */
    static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    static List<Integer> numbers(ResultSet row, String column) throws SQLException {
        return List.of((Integer[]) row.getArray(column).getArray());
    }

    static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : (Integer) value;
    }

    static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : (Long) value;
    }

    static @Nullable Double real(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? null : (Double) value;
    }
}
