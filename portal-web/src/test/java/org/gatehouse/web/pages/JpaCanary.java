package org.gatehouse.web.pages;

import jakarta.persistence.EntityManager;

/** Breaks the rule that JPA stays with the sign-in. */
public record JpaCanary(EntityManager rows) {}
