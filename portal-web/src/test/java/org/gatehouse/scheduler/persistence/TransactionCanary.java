package org.gatehouse.scheduler.persistence;

import org.gatehouse.scheduler.application.Database;

/** Breaks the rule about who begins a transaction. */
public class TransactionCanary {
    public int count(Database database) {
        return database.inTransaction(_ -> 1);
    }
}
