package org.gatehouse.node.spi;

import java.util.Set;

/** The fake keeps the contract of a pool that can do no more than run a script on one node. */
class ModestFakeConnectorTest extends NodeConnectorContract {

    private final FakeConnector fake = new FakeConnector("fake", FakeConnector.nodes("n", 2, 8, 2, "a100"), Set.of());

    @Override
    protected NodeConnector connector() {
        return fake;
    }

    @Override
    protected void goDark() {
        fake.goDark();
    }
}
