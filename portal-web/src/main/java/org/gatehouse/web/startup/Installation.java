package org.gatehouse.web.startup;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.gatehouse.node.local.FolderWatch;
import org.gatehouse.node.local.LocalConnector;
import org.gatehouse.node.local.LocalSettings;
import org.gatehouse.node.spi.NodeConnector;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.quota.GpuCap;
import org.gatehouse.quota.GpuCount;
import org.gatehouse.scheduler.application.Database;
import org.gatehouse.scheduler.application.Dispatching;
import org.gatehouse.scheduler.application.ObservePools;
import org.gatehouse.scheduler.application.SchedulerPass;
import org.gatehouse.scheduler.application.Submissions;
import org.gatehouse.scheduler.dispatch.Dispatcher;
import org.gatehouse.scheduler.leader.EventNumberer;
import org.gatehouse.scheduler.leader.Notifications;
import org.gatehouse.scheduler.leader.SchedulerLoop;
import org.gatehouse.scheduler.persistence.DispatchTable;
import org.gatehouse.scheduler.persistence.EventTable;
import org.gatehouse.web.events.EventHub;
import org.jspecify.annotations.Nullable;

/**
 * Brings the installation up in order: settings, schema, pools, loops; and down in the other. A fault here ends the deployment
 * with its reason.
 */
@DataSourceDefinition(
        name = "java:app/jdbc/portal",
        className = "org.postgresql.ds.PGSimpleDataSource",
        url = "${ENV=GATEHOUSE_DB_URL}",
        user = "${ENV=GATEHOUSE_DB_USER}",
        password = "${ENV=GATEHOUSE_DB_PASSWORD}",
        minPoolSize = 2,
        maxPoolSize = 24,
        // A connection that a restart of PostgreSQL cut is found before it is handed out.
        properties = {
            "fish.payara.is-connection-validation-required=true",
            "fish.payara.connection-validation-method=custom-validation",
            "fish.payara.validation-classname=org.glassfish.api.jdbc.validation.PostgresConnectionValidation",
            "fish.payara.fail-all-connections=true"
        })
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@org.jspecify.annotations.NullUnmarked // everything is set in begin(), before anybody can ask
public class Installation {

    private static final System.Logger LOG = System.getLogger(Installation.class.getName());

    @Resource(lookup = "java:app/jdbc/portal")
    private DataSource source;

    private final Clock clock = Clock.systemUTC();
    private Settings settings;
    private Database database;
    private FolderWatch watch;
    private Pools pools;
    private SchedulerLoop loop;
    private EventNumberer numberer;
    private EventHub events;
    private Notifications notifications;

    @PostConstruct
    void begin() {
        settings = Settings.from(System.getenv());
        Flyway.configure(getClass().getClassLoader())
                .dataSource(source)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        database = new Database(source);
        pools = openPools();
        loop = makeLoop();
        numberer = new EventNumberer(database);
        events = new EventHub(database);
        notifications = makeNotifications();
        loop.begin();
        numberer.begin();
        events.begin();
        notifications.begin();
        LOG.log(
                Level.INFO,
                "event=up address={0} pools={1}",
                settings.baseUrl(),
                pools.all().size());
    }

    private SchedulerLoop makeLoop() {
        var observe = new ObservePools(database, clock);
        var dispatcher = new Dispatcher(new Dispatching(database, observe, clock), observe, pools);
        var pass = new SchedulerPass(database, pools, defaultCap(), clock);
        String holder = ProcessHandle.current().pid() + "-" + UUID.randomUUID();
        return new SchedulerLoop(database, holder, new SchedulerLoop.Parts(pass, dispatcher, observe, pools), clock);
    }

    private Notifications makeNotifications() {
        return new Notifications(
                new Notifications.ConnectionSettings(
                        settings.database().url(),
                        settings.database().user(),
                        settings.database().password()),
                Map.of(
                        DispatchTable.WORK, loop::ring,
                        EventTable.WRITTEN, numberer::ring,
                        EventTable.NUMBERED, events::ring));
    }

    private Pools openPools() {
        try {
            watch = new FolderWatch();
        } catch (IOException e) {
            throw new IllegalStateException("folders cannot be watched (inotify): " + e.getMessage(), e);
        }
        var local = new LocalSettings(
                settings.local().spawnerSocket(),
                settings.local().runs(),
                settings.local().areas(),
                settings.local().stopGrace());
        List<NodeConnector> connectors = PoolsFile.read(settings.local()).stream()
                .<NodeConnector>map(pool -> new LocalConnector(pool, local, watch, clock))
                .toList();
        return new Pools(connectors);
    }

    @PreDestroy
    void end() {
        close(notifications);
        close(loop);
        close(numberer);
        close(events);
        close(watch);
    }

    private static void close(@Nullable AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception e) {
            LOG.log(Level.WARNING, "event=close-failed why={0}", e.toString());
        }
    }

    public Settings settings() {
        return settings;
    }

    public Database database() {
        return database;
    }

    public Pools pools() {
        return pools;
    }

    public EventHub events() {
        return events;
    }

    public SchedulerLoop loop() {
        return loop;
    }

    public Clock clock() {
        return clock;
    }

    public Submissions.Rules rules() {
        return new Submissions.Rules(
                defaultCap(), settings.scripts().zone(), settings.scripts().mostArrayIndex());
    }

    public GpuCap defaultCap() {
        return settings.defaultGpuCap() < 0
                ? new GpuCap.Unlimited()
                : new GpuCap.AtMost(new GpuCount(settings.defaultGpuCap()));
    }
}
