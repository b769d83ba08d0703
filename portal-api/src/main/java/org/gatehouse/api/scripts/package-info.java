/** Reading scripts without submitting them. */
@NullMarked
package org.gatehouse.api.scripts;

import org.jspecify.annotations.NullMarked;
