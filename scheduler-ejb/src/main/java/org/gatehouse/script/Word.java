package org.gatehouse.script;

/** A word of a directive, quotes and escapes taken away; the place is where it begins as written. */
record Word(String text, Place place) {}
