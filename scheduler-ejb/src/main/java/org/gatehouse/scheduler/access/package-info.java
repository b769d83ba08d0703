/** Who asks, with the rights that are known of them. What they may do with a job is decided in application. */
@NullMarked
package org.gatehouse.scheduler.access;

import org.jspecify.annotations.NullMarked;
