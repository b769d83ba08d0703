package org.gatehouse.node.spi;

/** The fake keeps the contract. */
class FakeConnectorTest extends NodeConnectorContract {

    private final FakeConnector fake = new FakeConnector("fake", FakeConnector.nodes("n", 2, 8, 2, "a100"));

    @Override
    protected NodeConnector connector() {
        return fake;
    }

    @Override
    protected void goDark() {
        fake.goDark();
    }
}
