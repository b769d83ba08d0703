package org.gatehouse.web.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds all modules' classes to the gates, and each gate to being able to fail. */
class ArchitectureTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.gatehouse");

    static Stream<Gate> gates() {
        return Gates.all();
    }

    @Test
    void everyModuleIsSeen() {
        for (String module :
                List.of("quota", "node.spi", "node.local", "script", "scheduler.application", "api", "web")) {
            assertTrue(MAIN.containPackage("org.gatehouse." + module), module);
        }
    }

    @ParameterizedTest
    @MethodSource("gates")
    void theCodeKeepsTheGate(Gate gate) {
        List<String> broken = gate.rule().evaluate(MAIN).getFailureReport().getDetails().stream()
                .filter(line -> gate.debts().stream().noneMatch(debt -> debt.tells(line)))
                .toList();
        assertEquals(List.of(), broken, gate.rule().getDescription());
    }

    @ParameterizedTest
    @MethodSource("gates")
    void aPaidDebtIsTakenOff(Gate gate) {
        gate.debts().forEach(debt -> assertTrue(debt.stands(MAIN), () -> debt + " is paid: take it off the list"));
    }

    @ParameterizedTest
    @MethodSource("gates")
    void theCanaryBreaksTheGate(Gate gate) {
        assertTrue(gate.rule().evaluate(gate.canaryClasses()).hasViolation(), gate.name());
    }

    @ParameterizedTest
    @MethodSource("gates")
    void aMissingPackageBreaksTheGate(Gate gate) {
        JavaClasses nothing = new ClassFileImporter().importPackages("org.gatehouse.nowhere");
        assertThrows(AssertionError.class, () -> gate.rule().check(nothing));
    }
}
