package org.gatehouse.scheduler.application;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Template;
import org.gatehouse.scheduler.persistence.AuditTable;
import org.gatehouse.scheduler.persistence.TemplateTable;
import org.jspecify.annotations.Nullable;

/** Scripts to begin with: the site's, kept by operators, and everybody's own. */
public final class Templates {

    /** A person keeps at most so many, and so does the site. */
    public static final int MOST = 200;

    private final Database database;
    private final Clock clock;

    public Templates(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What became of a change. */
    public sealed interface Answer {
        record Done(Template template) implements Answer {}

        record Deleted() implements Answer {}

        record Missing() implements Answer {}

        /** Only operators change the site's. */
        record NotAllowed() implements Answer {}

        record TooMany() implements Answer {}

        /** Somebody else changed it since it was read. */
        record Stale(Template now) implements Answer {}
    }

    /** The site's, then the viewer's own, each by name. */
    public List<Template> list(Viewer viewer) {
        return database.inTransaction(c -> TemplateTable.visible(c, viewer.personId()));
    }

    public Optional<Template> find(Viewer viewer, long id) {
        return database.inTransaction(c -> TemplateTable.find(c, viewer.personId(), id));
    }

    public Answer add(Viewer viewer, boolean site, Template.Content content) {
        if (site && !viewer.operator()) {
            return new Answer.NotAllowed();
        }
        return database.inTransaction(c -> {
            Optional<Long> owner = site ? Optional.empty() : Optional.of(viewer.personId());
            if (TemplateTable.count(c, owner) >= MOST) {
                return new Answer.TooMany();
            }
            Instant now = clock.instant();
            long id = TemplateTable.insert(c, owner, content, viewer.username(), now);
            AuditTable.add(c, entry(viewer, "template.add", null, content.name(), now));
            return new Answer.Done(TemplateTable.find(c, viewer.personId(), id).orElseThrow());
        });
    }

    /** Changes it when it is still at the version that was read. */
    public Answer change(Viewer viewer, long id, int version, Template.Content content) {
        return database.inTransaction(c -> {
            Optional<Template> before = TemplateTable.find(c, viewer.personId(), id);
            if (before.isEmpty()) {
                return new Answer.Missing();
            }
            if (before.get().site() && !viewer.operator()) {
                return new Answer.NotAllowed();
            }
            Instant now = clock.instant();
            if (!TemplateTable.update(c, id, version, content, viewer.username(), now)) {
                return new Answer.Stale(before.get());
            }
            AuditTable.add(
                    c, entry(viewer, "template.change", before.get().content().name(), content.name(), now));
            return new Answer.Done(TemplateTable.find(c, viewer.personId(), id).orElseThrow());
        });
    }

    public Answer delete(Viewer viewer, long id) {
        return database.inTransaction(c -> {
            Optional<Template> before = TemplateTable.find(c, viewer.personId(), id);
            if (before.isEmpty()) {
                return new Answer.Missing();
            }
            if (before.get().site() && !viewer.operator()) {
                return new Answer.NotAllowed();
            }
            TemplateTable.delete(c, id);
            AuditTable.add(
                    c, entry(viewer, "template.delete", before.get().content().name(), null, clock.instant()));
            return new Answer.Deleted();
        });
    }

    private static AuditTable.Entry entry(
            Viewer viewer, String action, @Nullable String before, @Nullable String after, Instant now) {
        return new AuditTable.Entry(now, viewer.username(), action, null, null, before, after, viewer.origin());
    }
}
