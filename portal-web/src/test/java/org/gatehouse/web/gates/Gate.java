package org.gatehouse.web.gates;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * A rule about packages with the proof that it can fail.
 *
 * @param debts what breaks it today; nothing may be added, and what is paid must be taken off
 * @param canaries classes of src/test that break it
 */
record Gate(String name, ArchRule rule, List<Debt> debts, List<Class<?>> canaries) {

    Gate {
        debts = List.copyOf(debts);
        canaries = List.copyOf(canaries);
    }

    static Gate of(String name, ArchRule rule, Class<?>... canaries) {
        return new Gate(name, rule, List.of(), List.of(canaries));
    }

    Gate owing(Debt... owed) {
        return new Gate(name, rule, List.of(owed), canaries);
    }

    JavaClasses canaryClasses() {
        return new ClassFileImporter().importClasses(canaries);
    }

    @Override
    public String toString() {
        return name;
    }

    /** One class that uses another against the rule; both by full name. */
    record Debt(String origin, String target) {
        boolean tells(String line) {
            return line.contains("<" + origin) && line.contains("<" + target);
        }

        /** Whether it is still owed. */
        boolean stands(JavaClasses classes) {
            return classes.stream()
                    .filter(c -> c.getName().equals(origin) || c.getName().startsWith(origin + "$"))
                    .flatMap(c -> c.getDirectDependenciesFromSelf().stream())
                    .anyMatch(d -> d.getTargetClass().getName().equals(target));
        }
    }
}
