package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gatehouse.node.spi.PoolInfo.Isolation;
import org.junit.jupiter.api.Test;

/** In the way of a machine whose Gatehouse is not root and that has no sandbox: everything under one account. */
class LocalConnectorTest extends LocalConnectorContract {

    @Override
    protected SpawnerRig.Way way() {
        return SpawnerRig.Way.SINGLE;
    }

    @Test
    void thePoolSaysThatItIsForOnePerson() {
        assertEquals(Isolation.SINGLE_PERSON, connector().pool().isolation());
    }
}
