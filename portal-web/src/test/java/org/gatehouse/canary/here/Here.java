package org.gatehouse.canary.here;

import org.gatehouse.canary.there.There;

/** One half of a cycle. */
public class Here {
    public Class<?> other() {
        return There.class;
    }
}
