/** Pools and nodes. */
@NullMarked
package org.gatehouse.api.places;

import org.jspecify.annotations.NullMarked;
