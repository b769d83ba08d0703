package org.gatehouse.quota;

import jakarta.inject.Inject;

/** Breaks the rule that quotas are rules. */
public class QuotaCanary {
    @Inject
    public QuotaCanary() {}
}
