/**
 * The team tree, limits on it, and the leases that use them up.
 *
 * <p>Rules only: nothing here knows of a database, a clock or a container. What is measured elsewhere comes in as a
 * value, what is decided goes out as a value.
 */
@NullMarked
package org.gatehouse.quota;

import org.jspecify.annotations.NullMarked;
