package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gatehouse.node.spi.Inventory.Gpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100-SXM4-80GB, a100",
        "NVIDIA H200, h200",
        "Tesla V100-PCIE-32GB, v100",
        "NVIDIA RTX A6000, a6000",
        "NVIDIA GeForce RTX 4090, 4090",
        "Quadro RTX 8000, 8000"
    })
    void aGpusTypeIsTheShortNamePeopleUse(String name, String type) {
        assertEquals(type, Machine.type(name));
    }

    @Test
    void gpusAreReadFromTheLinesOfNvidiaSmi() {
        assertEquals(
                List.of(new Gpu(0, "h200"), new Gpu(1, "h200")),
                Machine.gpus(List.of("printf", "0, NVIDIA H200\\n1, NVIDIA H200\\n")));
    }

    @Test
    void aMachineWithoutNvidiaSmiHasNoGpusAndStillItsCpus() {
        assertEquals(List.of(), Machine.gpus(List.of("no-such-command-here")));
        assertTrue(Machine.describe(List.of("main")).cpus() > 0);
        assertTrue(Machine.describe(List.of("main")).memoryMiB() > 0);
    }
}
