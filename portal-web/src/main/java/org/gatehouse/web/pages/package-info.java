/**
 * The files of the pages, and the headers that every answer carries.
 */
@NullMarked
package org.gatehouse.web.pages;

import org.jspecify.annotations.NullMarked;
