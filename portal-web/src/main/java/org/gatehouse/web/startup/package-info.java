/**
 * Settings, the database's schema, and the wiring of the application's parts.
 */
@NullMarked
package org.gatehouse.web.startup;

import org.jspecify.annotations.NullMarked;
