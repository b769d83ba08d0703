/** An open socket and what is done over it; nothing of who comes and to what. */
@NullMarked
package org.gatehouse.web.line;

import org.jspecify.annotations.NullMarked;
