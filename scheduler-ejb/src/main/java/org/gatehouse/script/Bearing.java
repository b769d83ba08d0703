package org.gatehouse.script;

/** What an option means to a pool: always honoured, a feature the pool may lack, nothing, or never allowed here. */
sealed interface Bearing permits PoolFeature, Bearing.Fixed {

    enum Fixed implements Bearing {
        HONOURED,
        NO_EFFECT,
        NEVER
    }
}
