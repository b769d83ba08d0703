package org.gatehouse.script;

import static org.gatehouse.script.Scripts.accepted;
import static org.gatehouse.script.Scripts.codes;
import static org.gatehouse.script.Scripts.finding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gatehouse.script.Dependency.Kind;
import org.gatehouse.script.Dependency.Term;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constraints, dependencies, and times to begin and to end by. */
class ConditionsTest {

    /** Alternatives by "or", needs by ";", each with its count and its sets of features. */
    private static String words(Constraint constraint) {
        return constraint.alternatives().stream()
                .map(alternative -> alternative.needs().stream()
                        .map(need -> (need.nodes() > 0 ? need.nodes() + "x" : "")
                                + need.anyOf().stream()
                                        .map(set -> String.join("+", new TreeSet<>(set)))
                                        .collect(Collectors.joining("/")))
                        .collect(Collectors.joining(";")))
                .collect(Collectors.joining(" or "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a                     | a",
                "a&b                   | a+b",
                "\"a,b\"               | a+b",
                "\"a|b\"               | a/b",
                "\"a&b|c\"             | a+b/c",
                "\"(a|b)&c\"           | a+c/b+c",
                "\"[a|b]\"             | a or b",
                "\"[a&b|c]\"           | a+b or c",
                "a*2                   | 2xa",
                "\"[a*2&b*1]\"         | 2xa;1xb",
                "\"a*2&b*1\"           | 2xa;1xb",
                "\"[(a|b)*1&c*2]\"     | 1xa/b;2xc",
                "\"[a|b]&c\"           | a+c or b+c",
                "\"c&[a|b]&d*2\"       | a+c;2xd or b+c;2xd",
                "\"((a))\"             | a",
                "[type_e]              | type_e",
            })
    void aConstraintIsReadAsSlurmReadsIt(String text, String expected) {
        var constraint = Constraint.parse(text);
        assertEquals(expected, words(constraint));
        assertEquals(text, constraint.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&",
                "a&",
                "a||b",
                "[a",
                "a]",
                "(a|b",
                "a*",
                "a*0",
                "a*x",
                "a b",
                "[[a]]",
                "a*2|b*1",
                "a*2*3",
                "()",
                "((((((((((a))))))))))",
                "a&(b*2)*3"
            })
    void aWrongConstraintIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Constraint.parse(text));
    }

    @Test
    void aConstraintOfManyCombinationsIsRefused() {
        assertInstanceOf(Read.Bad.class, ConstraintValue.read("(a|b|c|d)&(e|f|g|h)&(i|j|k|l)&(m|n|o|p)&(q|r|s|t)"));
        assertInstanceOf(Read.Bad.class, ConstraintValue.read("a&".repeat(1200) + "a"));
    }

    @Test
    void aNodePassesWithAllFeaturesOfOneSet() {
        var need = Constraint.parse("(a|b)&c").alternatives().getFirst().needs().getFirst();
        assertTrue(need.passes(Set.of("b", "c", "d")));
        assertFalse(need.passes(Set.of("a", "b")));
    }

    @Test
    void anUnknownFeatureOrNodeIsAnsweredWithTheNearest() {
        var feature = finding(Scripts.header(Scripts.EVERYTHING, "#SBATCH -C nvlnk"), "unknown-feature");
        assertEquals("did you mean nvlink?", feature.hint());
        var pool = Scripts.header(Scripts.EVERYTHING, "#SBATCH -w n3 -x w1");
        assertEquals(List.of("unknown-node", "unknown-node"), codes(pool, Severity.ERROR));
        assertEquals(
                List.of("node-not-available"),
                codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH -p debug -w v1"), Severity.ERROR));
        assertEquals(
                List.of("node-not-available"),
                codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH -N 1 -w n1 -x n1"), Severity.ERROR));
    }

    @Test
    void whereAJobMayRunIsInTheRequest() {
        var placing = accepted(Scripts.header(Scripts.EVERYTHING, "#SBATCH -N 2 -w n1 -x v1 -C nvlink --exclusive"))
                .placing();
        assertEquals(List.of("n1"), placing.nodelist());
        assertEquals(List.of("v1"), placing.exclude());
        assertEquals("nvlink", placing.constraint().orElseThrow().text());
        assertTrue(placing.exclusive());
        assertEquals(
                List.of("not-yet-on-this-pool"),
                codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH --exclusive=user"), Severity.ERROR));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "afterok:1               | afterok:1",
                "afterok:1:2_3           | afterok:1,afterok:2_3",
                "AfterAny:1,afternotok:2 | afterany:1,afternotok:2",
                "after:12+10?aftercorr:9 | after:12+10?aftercorr:9",
                "singleton               | singleton",
                "singleton,afterok:7     | singleton,afterok:7",
                "after:12                | after:12",
            })
    void aDependencyIsReadAsSlurmReadsIt(String text, String encoded) {
        var dependency = ((Read.Good<Dependency>) DependencyValue.read(text)).value();
        assertEquals(encoded, dependency.encode());
        assertEquals(dependency, Dependency.decode(encoded));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "afterok:1,afterany:2?afterok:3 | cannot be mixed",
                "afterok                        | names no job",
                "afterok:                       | no id of a job",
                "afterok:0                      | no id of a job",
                "afterok:x                      | no id of a job",
                "afterok:1+5                    | no id of a job",
                "after:1+x                      | no id of a job",
                "afterok:1_x                    | no id of a job",
                "afterok:1_*                    | no id of a job",
                "singleton:1                    | names no job",
                "expand:1                       | not yet honoured",
                "afterburstbuffer:1             | not yet honoured",
                "1234                           | what must have become",
                "afterokay:1                    | no condition",
                "afterok:1,                     | no condition",
            })
    void aWrongDependencyIsRefused(String text, String problem) {
        var bad = assertInstanceOf(Read.Bad.class, DependencyValue.read(text));
        assertTrue(bad.problem().contains(problem), bad.problem());
    }

    @Test
    void dependenciesComeBackAsTheyWereEncoded() {
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            var terms = random.ints(1 + random.nextInt(5), 0, Kind.values().length)
                    .mapToObj(kind -> term(List.of(Kind.values()).get(kind), random))
                    .toList();
            var dependency = new Dependency(random.nextBoolean(), terms);
            assertEquals(dependency, Dependency.decode(dependency.encode()));
        }
        assertThrows(IllegalArgumentException.class, () -> Dependency.decode("x"));
        assertInstanceOf(Read.Bad.class, DependencyValue.read("afterok" + ":1".repeat(1001)));
    }

    private static Term term(Kind kind, Random random) {
        return kind == Kind.SINGLETON
                ? new Term(kind, 0, OptionalInt.empty(), 0)
                : new Term(
                        kind,
                        1 + random.nextInt(1000),
                        random.nextBoolean() ? OptionalInt.of(random.nextInt(50)) : OptionalInt.empty(),
                        kind == Kind.AFTER ? random.nextInt(3) : 0);
    }

    /** As at {@link Scripts#NOW}, a Tuesday, 14:30 in Berlin. */
    @ParameterizedTest
    @CsvSource({
        "now, 2026-12-01T14:30",
        "now+60, 2026-12-01T14:31",
        "now+1hour, 2026-12-01T15:30",
        "now + 2 hours, 2026-12-01T16:30",
        "now+3minutes, 2026-12-01T14:33",
        "now+2days, 2026-12-03T14:30",
        "now+1week, 2026-12-08T14:30",
        "now-1hour, 2026-12-01T13:30",
        "16:00, 2026-12-01T16:00",
        "10:00, 2026-12-02T10:00",
        "4:30PM, 2026-12-01T16:30",
        "12:00am, 2026-12-02T00:00",
        "16:00:30, 2026-12-01T16:00:30",
        "noon, 2026-12-02T12:00",
        "midnight, 2026-12-02T00:00",
        "fika, 2026-12-01T15:00",
        "TeaTime, 2026-12-01T16:00",
        "today, 2026-12-01T00:00",
        "tomorrow, 2026-12-02T00:00",
        "16:00 tomorrow, 2026-12-02T16:00",
        "tomorrow 16:00, 2026-12-02T16:00",
        "12/25 16:00, 2026-12-25T16:00",
        "1225, 2026-12-25T00:00",
        "0105, 2027-01-05T00:00",
        "122527, 2027-12-25T00:00",
        "12/25/27, 2027-12-25T00:00",
        "12.25.27, 2027-12-25T00:00",
        "2027-01-02, 2027-01-02T00:00",
        "2027-01-02T03:04, 2027-01-02T03:04",
        "2027-01-02T03:04:05, 2027-01-02T03:04:05",
        "2027-03-28T02:30, 2027-03-28T03:30",
        "uts1800000000, 2027-01-15T09:00"
    })
    void aTimeIsReadAsSbatchReadsIt(String text, String local) {
        var when = ((Read.Good<ZonedDateTime>) WhenValue.read(text, Scripts.NOW)).value();
        assertEquals(java.time.LocalDateTime.parse(local), when.toLocalDateTime());
        assertEquals(ZoneId.of("Europe/Berlin"), when.getZone());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "now+3h",
                "now+1min",
                "now+5sec",
                "now+60s",
                "now+1hours30",
                "+1hour",
                "4PM",
                "25:00",
                "0:0",
                "13:00PM",
                "elevenses",
                "12-25-27",
                "01/02/2027",
                "2027-1-2",
                "2027-13-01",
                "2027-02-30",
                "",
                "tomorrow today",
                "16:00 17:00"
            })
    void aWrongTimeIsRefused(String text) {
        assertInstanceOf(Read.Bad.class, WhenValue.read(text, Scripts.NOW));
    }

    @Test
    void whenAJobMayStartIsInTheRequestAndInWords() {
        var verdict = Scripts.header(
                Scripts.EVERYTHING,
                "#SBATCH --begin=16:00 --deadline=tomorrow --hold -d afterok:5 --kill-on-invalid-dep=no -t 60");
        var timing = accepted(verdict).timing();
        assertEquals(Scripts.NOW.plusMinutes(90).toInstant(), timing.begin().orElseThrow());
        assertEquals(Scripts.NOW.plusMinutes(570).toInstant(), timing.deadline().orElseThrow());
        assertTrue(timing.held());
        assertFalse(timing.endOnBadDependency());
        assertEquals("afterok:5", timing.dependency().orElseThrow().encode());
        assertEquals(
                "the earliest start: 2026-12-01 16:00 Europe/Berlin",
                verdict.lines().getFirst().says());
    }

    @Test
    void aBeginInThePastIsNowAndSaidSo() {
        var verdict = Scripts.header(Scripts.EVERYTHING, "#SBATCH --begin=2020-01-01");
        assertTrue(accepted(verdict).timing().begin().isEmpty());
        assertEquals(Severity.NOTICE, finding(verdict, "begin-in-the-past").severity());
        assertEquals(
                List.of(),
                Scripts.header(Scripts.EVERYTHING, "#SBATCH --begin=now").findings());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--deadline=15:00 -t 60", "--deadline=16:00 --begin=15:30 -t 60", "--deadline=2020-01-01"})
    void aDeadlineThatCannotBeMetIsRefused(String options) {
        assertEquals(
                List.of("deadline-too-early"),
                codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH " + options), Severity.ERROR));
    }

    @Test
    void whatHappensAtTheEndIsInTheRequest() {
        var ending = accepted(Scripts.header(Scripts.EVERYTHING, "#SBATCH --signal=B:USR1@90 --no-requeue"))
                .ending();
        assertEquals(
                new WarningSignal(10, true, Duration.ofSeconds(90)),
                ending.warning().orElseThrow());
        assertFalse(ending.requeue());
        assertTrue(accepted(Scripts.header(Scripts.EVERYTHING, "#SBATCH --no-requeue --requeue"))
                .ending()
                .requeue());
        assertFalse(accepted(Scripts.header(Scripts.EVERYTHING, "#SBATCH --requeue", "#SBATCH --no-requeue"))
                .ending()
                .requeue());
        assertEquals(
                List.of("bad-value"), codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH --signal=65"), Severity.ERROR));
        assertEquals(
                List.of("signal-at-once"),
                codes(Scripts.header(Scripts.EVERYTHING, "#SBATCH --signal=USR1 -t 1"), Severity.WARNING));
    }
}
