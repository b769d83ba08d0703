/** Errors as problems of RFC 9457, told apart by their type. */
@NullMarked
package org.gatehouse.api.problem;

import org.jspecify.annotations.NullMarked;
