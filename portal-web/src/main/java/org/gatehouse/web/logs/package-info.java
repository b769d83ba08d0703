/**
 * Logs over a WebSocket: catch up, follow, go on at an offset.
 */
@NullMarked
package org.gatehouse.web.logs;

import org.jspecify.annotations.NullMarked;
