package org.gatehouse.web.startup;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;
import org.gatehouse.node.spi.Pools;
import org.gatehouse.scheduler.application.JobControl;
import org.gatehouse.scheduler.application.Jobs;
import org.gatehouse.scheduler.application.Places;
import org.gatehouse.scheduler.application.Submissions;
import org.gatehouse.scheduler.application.Teams;
import org.gatehouse.scheduler.application.Templates;
import org.gatehouse.web.events.EventHub;

/** Makes the application's plain parts injectable. They hold no state of their own, so each injection may have its own. */
@ApplicationScoped
@org.jspecify.annotations.NullUnmarked // the container sets the field
public class Producers {

    @EJB
    private Installation installation;

    @Produces
    @Dependent
    Settings settings() {
        return installation.settings();
    }

    @Produces
    @Dependent
    Clock clock() {
        return installation.clock();
    }

    @Produces
    @Dependent
    Pools pools() {
        return installation.pools();
    }

    @Produces
    @Dependent
    EventHub events() {
        return installation.events();
    }

    @Produces
    @Dependent
    Jobs jobs() {
        return new Jobs(installation.database(), installation.clock());
    }

    @Produces
    @Dependent
    JobControl control() {
        return new JobControl(installation.database(), jobs(), installation.clock());
    }

    @Produces
    @Dependent
    Submissions submissions() {
        return new Submissions(
                installation.database(), installation.pools(), installation.rules(), installation.clock());
    }

    @Produces
    @Dependent
    Templates templates() {
        return new Templates(installation.database(), installation.clock());
    }

    @Produces
    @Dependent
    Places places() {
        return new Places(installation.database(), installation.pools());
    }

    @Produces
    @Dependent
    Teams teams() {
        return new Teams(installation.database(), installation.defaultCap(), installation.clock());
    }
}
