package org.gatehouse.script;

import java.util.Comparator;

/** A place in the script. Line and column count from 1; a column counts UTF-16 units as an editor in a browser does. */
public record Place(int line, int column) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
