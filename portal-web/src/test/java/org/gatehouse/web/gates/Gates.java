package org.gatehouse.web.gates;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;
import org.gatehouse.api.jobs.ApiCanary;
import org.gatehouse.canary.here.Here;
import org.gatehouse.canary.there.There;
import org.gatehouse.node.spi.LocalCanary;
import org.gatehouse.node.spi.NodeCanary;
import org.gatehouse.quota.QuotaCanary;
import org.gatehouse.scheduler.dispatch.ClockCanary;
import org.gatehouse.scheduler.dispatch.ClockReferenceCanary;
import org.gatehouse.scheduler.job.CanaryHelper;
import org.gatehouse.scheduler.job.JobCanary;
import org.gatehouse.scheduler.persistence.TransactionCanary;
import org.gatehouse.scheduler.persistence.UpwardCanary;
import org.gatehouse.scheduler.plan.PlanCanary;
import org.gatehouse.script.ScriptCanary;
import org.gatehouse.web.pages.JpaCanary;

/** The arrows between modules and packages, as code. The words are those of the packages' own charters. */
final class Gates {

    /** Where the outside begins: none of it belongs into rules. */
    private static final String[] OUTSIDE = {"java.sql..", "java.net..", "java.nio.file..", "javax.."};

    private static final String APPLICATION = "org.gatehouse.scheduler.application..";

    /** Values that the use cases take or hand out, and that live beside the tables or the planner. */
    private static final Set<String> HANDED_OUT = Set.of(
            "org.gatehouse.scheduler.persistence.JobList$Query",
            "org.gatehouse.scheduler.persistence.JobList$Page",
            "org.gatehouse.scheduler.persistence.JobList$Scope",
            "org.gatehouse.scheduler.persistence.JobList$TaskQuery",
            "org.gatehouse.scheduler.persistence.JobList$TaskPage",
            "org.gatehouse.scheduler.plan.Snapshot$NodeView",
            "org.gatehouse.scheduler.plan.Snapshot$NodeFacts");

    private Gates() {}

    static Stream<Gate> all() {
        return Stream.of(
                Gate.of("quotas are rules", pure("org.gatehouse.quota"), QuotaCanary.class),
                Gate.of("the script reader is rules", pure("org.gatehouse.script"), ScriptCanary.class),
                Gate.of(
                        "the job domain is rules",
                        pure("org.gatehouse.scheduler.job", "org.gatehouse.quota..", "org.gatehouse.script.."),
                        JobCanary.class),
                Gate.of(
                        "the planner is rules",
                        pure(
                                "org.gatehouse.scheduler.plan",
                                "org.gatehouse.quota..",
                                "org.gatehouse.scheduler.job..",
                                "org.gatehouse.script.."),
                        PlanCanary.class),
                Gate.of("node-connector knows no other module", onlyOwn("org.gatehouse.node"), NodeCanary.class),
                Gate.of("a connector is met through its port", portOnly(), LocalCanary.class),
                Gate.of("scheduler-ejb knows nothing above it", nothingAbove(), UpwardCanary.class),
                Gate.of("portal-api calls use cases only", api(), ApiCanary.class),
                Gate.of("packages form no cycle", noCycle(), Here.class, There.class),
                Gate.of("transactions begin where it is decided", transactions(), TransactionCanary.class),
                Gate.of("entities belong to the sign-in", entities(), JpaCanary.class),
                Gate.of("names say what it is", names(), CanaryHelper.class),
                Gate.of("time comes in (call)", clock(), ClockCanary.class),
                Gate.of("time comes in (reference)", clock(), ClockReferenceCanary.class));
    }

    private static ArchRule pure(String rules, String... also) {
        String[] known = Stream.concat(Stream.of(rules + "..", "java..", "org.jspecify.."), Stream.of(also))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(rules + "..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(known).and(not(resideInAnyPackage(OUTSIDE))));
    }

    private static ArchRule onlyOwn(String module) {
        return classes()
                .that()
                .resideInAPackage(module + "..")
                .should()
                .onlyDependOnClassesThat(
                        not(resideInAPackage("org.gatehouse..")).or(resideInAPackage(module + "..")));
    }

    /** Adapters are chosen in the wiring and nowhere else. */
    private static ArchRule portOnly() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse..")
                .and()
                .resideOutsideOfPackages("org.gatehouse.node.local..", "org.gatehouse.web.startup..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.gatehouse.node.local..");
    }

    private static ArchRule nothingAbove() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse.scheduler..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.gatehouse.api..", "org.gatehouse.web..");
    }

    /** Of the scheduler the use cases only, with the values in their signatures. */
    private static ArchRule api() {
        DescribedPredicate<JavaClass> values = describe(
                "are values of its signatures",
                c -> HANDED_OUT.contains(c.getBaseComponentType().getName()));
        return classes()
                .that()
                .resideInAPackage("org.gatehouse.api..")
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("org.gatehouse.."))
                        .or(resideInAnyPackage(
                                "org.gatehouse.api..",
                                APPLICATION,
                                "org.gatehouse.scheduler.access..",
                                "org.gatehouse.scheduler.job..",
                                "org.gatehouse.script..",
                                "org.gatehouse.quota..",
                                "org.gatehouse.node.spi.."))
                        .or(values));
    }

    private static ArchRule noCycle() {
        return slices().matching("org.gatehouse.(**)").should().beFreeOfCycles();
    }

    /**
     * A transaction is a use case's. Beside them stand: the leader, whose taking, leaving and numbering are transactions
     * of their own and part of no use case; the health check, which asks whether the database answers; and the events,
     * which only read, in the order of commits, without a viewer.
     */
    private static ArchRule transactions() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse..")
                .and()
                .resideOutsideOfPackages(
                        APPLICATION,
                        "org.gatehouse.scheduler.leader..",
                        "org.gatehouse.web.startup..",
                        "org.gatehouse.web.events..")
                .and()
                .doNotHaveFullyQualifiedName("org.gatehouse.scheduler.application.Database")
                .should()
                .accessTargetWhere(target(
                        "a transaction begins",
                        access ->
                                access.getTargetOwner().getName().equals("org.gatehouse.scheduler.application.Database")
                                        && Set.of("inTransaction", "transact").contains(access.getName())));
    }

    /** Rows of JPA, and the container's transactions with them, are for small sets that are read one by one. */
    private static ArchRule entities() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse..")
                .and()
                .resideOutsideOfPackage("org.gatehouse.web.signin..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.persistence..", "jakarta.transaction..", "org.hibernate..");
    }

    private static ArchRule names() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse..")
                .should()
                .haveNameMatching(".*(Impl|Manager|Helper|Utils?)");
    }

    /** The wiring makes the clock. System.nanoTime() is no time of day: deadlines may use it. */
    private static ArchRule clock() {
        return noClasses()
                .that()
                .resideInAPackage("org.gatehouse..")
                .and()
                .resideOutsideOfPackage("org.gatehouse.web.startup..")
                .should()
                .accessTargetWhere(target("the machine's clock is read", Gates::readsClock));
    }

    private static boolean readsClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        boolean now = owner.startsWith("java.time.")
                && name.equals("now")
                && access.getTarget() instanceof CodeUnitCallTarget code
                && code.getRawParameterTypes().stream().noneMatch(t -> t.isEquivalentTo(java.time.Clock.class));
        boolean fresh = owner.equals("java.util.Date")
                && access.getTarget() instanceof CodeUnitCallTarget made
                && made.getRawParameterTypes().isEmpty();
        return now
                || fresh
                || (owner.equals("java.lang.System") && name.equals("currentTimeMillis"))
                || (owner.equals("java.time.Clock") && (name.startsWith("system") || name.startsWith("tick")));
    }

    private static DescribedPredicate<JavaAccess<?>> target(
            String description, java.util.function.Predicate<JavaAccess<?>> test) {
        return describe(description, test);
    }
}
