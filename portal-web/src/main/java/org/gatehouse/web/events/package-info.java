/**
 * Changes over a WebSocket, in the order of commits, only what the viewer may see.
 */
@NullMarked
package org.gatehouse.web.events;

import org.jspecify.annotations.NullMarked;
