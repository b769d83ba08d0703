package org.gatehouse.api.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gatehouse.api.RestApplication;
import org.gatehouse.api.jobs.JobView;
import org.gatehouse.api.problem.Problem;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.scheduler.job.JobKind;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.script.LineOutcome;
import org.gatehouse.script.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code and contract say the same, and a difference would be found. */
class ContractTest {

    private static final String BASE =
            RestApplication.class.getAnnotation(ApplicationPath.class).value();

    private static String yaml() throws IOException {
        try (InputStream in = ContractTest.class.getResourceAsStream("/META-INF/openapi.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Collection<Class<?>> resources() {
        List<Class<?>> found = new ArrayList<>();
        for (JavaClass c : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.gatehouse.api")) {
            if (c.isAnnotatedWith(Path.class)) {
                found.add(c.reflect());
            }
        }
        return found;
    }

    private static Drift drift(String yaml) {
        return new Drift(new Contract(yaml))
                .operations(BASE, resources())
                .schema("Job", JobView.class)
                .schema("ScriptProblem", Problem.class);
    }

    @Test
    void codeAndContractSayTheSame() throws IOException {
        Drift drift = drift(yaml());
        assertEquals(List.of(), drift.found());
        Set<String> all =
                Set.of("Me Team Pool Node Job JobRow JobPage Verdict Request Finding Attempt Allocation ScriptProblem"
                        .split(" ", -1));
        assertTrue(drift.compared().containsAll(all), () -> "compared only " + drift.compared());
    }

    @Test
    void wordsOfClosedSetsAreTheSame() throws IOException {
        var contract = new Contract(yaml());
        assertEquals(words(JobState.values()), contract.schema("JobState").get("enum"));
        assertEquals(words(JobKind.values()), property(contract, "Job", "kind").get("enum"));
        assertEquals(
                words(JobKind.values()), property(contract, "JobRow", "kind").get("enum"));
        assertEquals(
                Set.copyOf(words(Severity.values())),
                Set.copyOf(
                        Contract.list(property(contract, "Finding", "severity").get("enum"))));
        var line = Contract.map(property(contract, "Verdict", "lines").get("items"));
        var outcome = Contract.map(Contract.map(line.get("properties")).get("outcome"));
        assertEquals(Set.copyOf(words(LineOutcome.values())), Set.copyOf(Contract.list(outcome.get("enum"))));
        assertEquals(
                PoolInfo.Isolation.values().length,
                Contract.list(property(contract, "Pool", "isolation").get("enum"))
                        .size());
    }

    private static List<String> words(Enum<?>[] values) {
        return Stream.of(values).map(Enum::name).toList();
    }

    private static java.util.Map<String, Object> property(Contract contract, String schema, String name) {
        return Contract.map(
                Contract.map(contract.schema(schema).get("properties")).get(name));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/teams:                   | /api/v1/groups:                  | operations",
                "name: cursor                     | name: page                       | parameters",
                "enum: [mine, team, all], default: mine | enum: [mine, team, all], default: all | parameters",
                "rightsAsOf: { type               | rightsSince: { type              | members",
                "required: [items, counts, seq]   | required: [items, seq]           | required members",
                "cpusFree: { type: integer }      | cpusFree: { type: string }       | the contract says string",
                "gpuIndices: { type: array, items: { type: integer } } | gpuIndices: { type: array, items: { type: string } } | [[]]: the contract says string",
                "maxRssMiB: { type: [number, 'null'] } | maxRss: { type: [number, 'null'] } | Attempt: members",
            })
    void anyDifferenceIsFound(String before, String after, String told) throws IOException {
        String changed = yaml().replace(before, after.replace("[[]]", "[]"));
        assertTrue(!changed.equals(yaml()), "the contract no longer has: " + before);
        List<String> found = drift(changed).found();
        assertTrue(found.stream().anyMatch(f -> f.contains(told.replace("[[]]", "[]"))), found::toString);
    }

    /** Serves what no contract promises. */
    @Path("canaries")
    static class Canary {
        @DELETE
        public String sing() {
            return "";
        }
    }

    @Test
    void aMethodWithoutAContractIsFound() throws IOException {
        Collection<Class<?>> more = resources();
        more.add(Canary.class);
        List<String> found =
                new Drift(new Contract(yaml())).operations(BASE, more).found();
        assertTrue(found.toString().contains("only in the code [DELETE /api/v1/canaries]"), found::toString);
    }
}
