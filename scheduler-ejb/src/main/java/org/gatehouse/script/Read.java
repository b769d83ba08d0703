package org.gatehouse.script;

/** A value read by its grammar, or what is wrong with it and what to write. */
sealed interface Read<T> {

    record Good<T>(T value) implements Read<T> {}

    record Bad<T>(String problem, String hint) implements Read<T> {}
}
