/**
 * Who is at the door: sign-in through Keycloak, the browser's session, bearer tokens, and what each request may carry. Rights come from Keycloak's groups and roles and are re-read at latest after five minutes.
 */
@NullMarked
package org.gatehouse.web.signin;

import org.jspecify.annotations.NullMarked;
