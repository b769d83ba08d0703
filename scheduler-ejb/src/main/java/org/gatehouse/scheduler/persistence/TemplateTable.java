package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gatehouse.scheduler.job.Template;
import org.gatehouse.scheduler.job.Template.Content;

/** Templates; those without an owner are the site's. */
public final class TemplateTable {

    private TemplateTable() {}

    public static List<Template> visible(Connection c, long person) throws SQLException {
        return Sql.list(c, TemplateTable::template, """
                SELECT * FROM template WHERE person_id IS NULL OR person_id = ?
                 ORDER BY person_id NULLS FIRST, lower(name), id""", person);
    }

    public static Optional<Template> find(Connection c, long person, long id) throws SQLException {
        return Sql.one(
                c,
                TemplateTable::template,
                "SELECT * FROM template WHERE id = ? AND (person_id IS NULL OR person_id = ?)",
                id,
                person);
    }

    public static int count(Connection c, Optional<Long> owner) throws SQLException {
        return Sql.one(
                        c,
                        row -> row.getInt(1),
                        "SELECT count(*) FROM template WHERE person_id IS NOT DISTINCT FROM ?::bigint",
                        owner)
                .orElse(0);
    }

    public static long insert(Connection c, Optional<Long> owner, Content content, String by, Instant now)
            throws SQLException {
        return Sql.one(
                        c,
                        row -> row.getLong(1),
                        """
                        INSERT INTO template (person_id, name, description, script, changed_at, changed_by)
                        VALUES (?::bigint, ?, ?, ?, ?, ?) RETURNING id""",
                        owner,
                        content.name(),
                        content.description(),
                        content.script(),
                        now,
                        by)
                .orElseThrow();
    }

    /**
     * Changes one that is still at this version.
     *
     * @return whether it was
     */
    // size: what and under which condition, by whom and when
    public static boolean update(Connection c, long id, int version, Content content, String by, Instant now)
            throws SQLException {
        return Sql.update(c, """
                UPDATE template SET name = ?, description = ?, script = ?, version = version + 1, changed_at = ?, changed_by = ?
                 WHERE id = ? AND version = ?""", content.name(), content.description(), content.script(), now, by, id, version) == 1;
    }

    public static void delete(Connection c, long id) throws SQLException {
        Sql.update(c, "DELETE FROM template WHERE id = ?", id);
    }

    private static Template template(ResultSet row) throws SQLException {
        row.getLong("person_id");
        boolean site = row.wasNull();
        return new Template(
                row.getLong("id"),
                site,
                new Content(row.getString("name"), row.getString("description"), row.getString("script")),
                row.getInt("version"),
                Sql.time(row, "changed_at"),
                row.getString("changed_by"));
    }
}
