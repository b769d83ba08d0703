package org.gatehouse.scheduler.persistence;

/** Breaks the rule about who begins a transaction. */
public class TransactionCanary {
    public int count(Database database) {
        return database.inTransaction(_ -> 1);
    }
}
