package org.gatehouse.web.startup;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.gatehouse.scheduler.application.Database.DatabaseFault;
import org.gatehouse.scheduler.persistence.EventTable;
import org.jspecify.annotations.NullUnmarked;

/** Ready when the database answers; tells which pools do. */
@Readiness
@ApplicationScoped
@NullUnmarked // the container sets the field
public class Ready implements HealthCheck {

    @EJB
    private Installation installation;

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("gatehouse");
        try {
            installation.database().inTransaction(EventTable::last);
            installation
                    .pools()
                    .all()
                    .forEach(pool -> response.withData(
                            "pool." + pool.pool().name(),
                            pool.inventory().unreachable().orElse("reachable")));
            return response.withData("leads", installation.loop().leads()).up().build();
        } catch (DatabaseFault e) {
            return response.withData("database", String.valueOf(e.getMessage()))
                    .down()
                    .build();
        }
    }
}
