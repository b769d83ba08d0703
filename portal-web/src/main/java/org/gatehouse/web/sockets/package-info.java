/**
 * WebSockets: one door for all of them, which checks who comes, from where and to what, before anything is upgraded.
 */
@NullMarked
package org.gatehouse.web.sockets;

import org.jspecify.annotations.NullMarked;
