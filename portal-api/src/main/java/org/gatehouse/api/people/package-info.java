/** Who is signed in, and their teams. */
@NullMarked
package org.gatehouse.api.people;

import org.jspecify.annotations.NullMarked;
