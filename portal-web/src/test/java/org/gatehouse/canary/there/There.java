package org.gatehouse.canary.there;

import org.gatehouse.canary.here.Here;

/** The other half. */
public class There {
    public Class<?> other() {
        return Here.class;
    }
}
