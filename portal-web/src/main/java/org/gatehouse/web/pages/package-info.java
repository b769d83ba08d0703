/**
 * The pages' files and the headers that every answer carries.
 */
@NullMarked
package org.gatehouse.web.pages;

import org.jspecify.annotations.NullMarked;
