package org.gatehouse.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The path of a team below {@code /teams}, such as {@code vision/detection}. Names may hold anything but a slash.
 *
 * @param value without slashes at its ends
 */
public record TeamPath(String value) implements Comparable<TeamPath> {

    public TeamPath {
        if (value.isEmpty() || value.startsWith("/") || value.endsWith("/") || value.contains("//")) {
            throw new IllegalArgumentException("not the path of a team: \"" + value + "\"");
        }
    }

    public Optional<TeamPath> parent() {
        int slash = value.lastIndexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(new TeamPath(value.substring(0, slash)));
    }

    /** This team, its parent, and so on to the root. */
    public List<TeamPath> upwards() {
        List<TeamPath> path = new ArrayList<>();
        for (Optional<TeamPath> at = Optional.of(this);
                at.isPresent();
                at = at.get().parent()) {
            path.add(at.get());
        }
        return path;
    }

    /** Whether {@code other} is this team or lies below it. */
    public boolean contains(TeamPath other) {
        return other.equals(this) || other.value.startsWith(value + "/");
    }

    @Override
    public int compareTo(TeamPath other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
