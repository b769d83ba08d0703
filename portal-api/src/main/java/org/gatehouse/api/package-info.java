/**
 * The REST API: thin resources over the use cases, and the records they answer with. The contract is
 * {@code META-INF/openapi.yaml}; a test holds code and contract together. No rule lives here.
 */
@NullMarked
package org.gatehouse.api;

import org.jspecify.annotations.NullMarked;
