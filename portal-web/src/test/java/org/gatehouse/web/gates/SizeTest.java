package org.gatehouse.web.gates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.gatehouse.web.gates.Sizes.Excess;
import org.junit.jupiter.api.Test;

/** Nothing grows past what fits on a screen, unless the code says why. */
class SizeTest {

    private static final List<String> MODULES =
            List.of("quotas", "node-connector", "scheduler-ejb", "portal-api", "portal-web");

    /**
     * What is too large today, with its lines (or parameters, when they are few). Nothing may be added and nothing here may
     * grow; what was made smaller is taken off.
     */
    private static final Map<String, Integer> DEBTS = Map.of();

    @Test
    void allMainCodeIsWithinTheSizes() throws IOException {
        try (var manager = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            List<Excess> excesses = Sizes.of(manager.getJavaFileObjectsFromPaths(sources()));
            List<Excess> news = excesses.stream()
                    .filter(e -> e.size() > DEBTS.getOrDefault(e.where(), 0))
                    .toList();
            assertEquals(List.of(), news);
            Set<String> paid = new TreeSet<>(DEBTS.keySet());
            excesses.forEach(e -> paid.remove(e.where()));
            assertEquals(Set.of(), paid, "these are small enough by now: take them off the list");
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new java.util.ArrayList<>();
        for (String module : MODULES) {
            Path folder = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(folder)) {
                List<Path> java =
                        files.filter(f -> f.toString().endsWith(".java")).toList();
                assertTrue(java.size() > 1, () -> folder + " holds no code: the gate would be blind");
                all.addAll(java);
            }
        }
        return all;
    }

    @Test
    void aLongClassALongMethodAndManyParametersAreFound() throws IOException {
        assertEquals(
                List.of(new Excess("Canary", 301, "lines")),
                sizes("class Canary {\n" + "    int a;\n".replace("a", "a0") + "\n".repeat(298) + "}\n"));
        assertEquals(
                List.of(new Excess("Canary#sing", 31, "lines")),
                sizes("class Canary {\n    @Deprecated\n    void sing() {\n" + "\n".repeat(28) + "    }\n}\n"));
        assertEquals(
                List.of(new Excess("Canary.Inner#sing", 6, "parameters")),
                sizes("class Canary { record Inner(int a, int b, int c, int d, int e, int f) {\n"
                        + "void sing(int a, int b, int c, int d, int e, int f) {} } }"));
    }

    @Test
    void whatIsJustSmallEnoughPasses() throws IOException {
        assertEquals(List.of(), sizes("class Canary {\n    void sing() {\n" + "\n".repeat(28) + "    }\n}\n"));
    }

    @Test
    void aReasonIsTheWayOutAndAnEmptyOneIsNot() throws IOException {
        String sing = "void sing(\nint a, int b, int c, int d, int e, int f) {";
        assertEquals(List.of(), sizes("class Canary {\n// size: a format of six fields\n" + sing + " }\n}"));
        assertEquals(List.of(), sizes("class Canary {\n" + sing + " // size: a format of six fields\n }\n}"));
        assertEquals(1, sizes("class Canary {\n// size:\n" + sing + "\n }\n}").size());
        assertEquals(
                1,
                sizes("class Canary {\n" + sing + "\n // size: too late\n }\n}").size());
    }

    private static List<Excess> sizes(String code) throws IOException {
        return Sizes.of(
                List.of(new SimpleJavaFileObject(URI.create("string:///Canary.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                }));
    }
}
