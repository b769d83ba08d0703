/** Jobs: submit, look, cancel, script and log. */
@NullMarked
package org.gatehouse.api.jobs;

import org.jspecify.annotations.NullMarked;
