package org.gatehouse.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CapBookTest {

    private static final TeamPath VISION = new TeamPath("vision");
    private static final TeamPath DETECTION = new TeamPath("vision/detection");
    private static final GpuCap UNLIMITED = new GpuCap.Unlimited();

    private static GpuCap atMost(int gpus) {
        return new GpuCap.AtMost(new GpuCount(gpus));
    }

    @Test
    void aLeaseOfASubteamCountsForItsParent() {
        var book = new CapBook(Map.of(VISION, atMost(8)), UNLIMITED);
        book.lease(DETECTION, new GpuCount(6));
        assertEquals(new GpuCount(6), book.usedBy(VISION));
        assertEquals(
                Optional.of(new CapRefusal(VISION, new GpuCount(8), new GpuCount(6), new GpuCount(3))),
                book.refusal(DETECTION, new GpuCount(3)));
        assertEquals(Optional.empty(), book.refusal(DETECTION, new GpuCount(2)));
    }

    @Test
    void theTeamsOwnCapIsNamedBeforeItsParents() {
        var book = new CapBook(Map.of(VISION, atMost(1), DETECTION, atMost(1)), UNLIMITED);
        assertEquals(
                DETECTION,
                book.refusal(DETECTION, new GpuCount(2)).orElseThrow().owner());
    }

    @Test
    void aTeamWithoutACapTakesTheInstallationsDefault() {
        var book = new CapBook(Map.of(), atMost(4));
        assertTrue(book.refusal(new TeamPath("nlp"), new GpuCount(5)).isPresent());
        assertTrue(book.refusal(new TeamPath("nlp"), new GpuCount(4)).isEmpty());
    }

    @Test
    void workWithoutGpusRunsEvenWhenACapWasLoweredUnderItsUse() {
        var book = new CapBook(Map.of(VISION, atMost(1)), UNLIMITED);
        book.lease(VISION, new GpuCount(3));
        assertTrue(book.refusal(VISION, GpuCount.NONE).isEmpty());
    }

    @Test
    void membersOfATeamWithASimilarNameAreNotBelowIt() {
        assertTrue(VISION.contains(DETECTION));
        assertEquals(false, VISION.contains(new TeamPath("vision2")));
        assertEquals(List.of(DETECTION, VISION), DETECTION.upwards());
    }

    @Test
    void aPathIsNeverEmptyAndHasNoEmptyPart() {
        for (String bad : List.of("", "/", "/a", "a/", "a//b")) {
            assertThrows(IllegalArgumentException.class, () -> new TeamPath(bad), bad);
        }
    }

    /** Against a slow obvious model: the sum over all leases, for each level, each time. */
    @Test
    void randomLeasesNeverGoOverACapAtAnyLevel() {
        List<TeamPath> teams = List.of("a", "a/b", "a/b/c", "a/d", "e", "e/f").stream()
                .map(TeamPath::new)
                .toList();
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            Map<TeamPath, GpuCap> caps = new HashMap<>();
            teams.forEach(t -> caps.put(t, random.nextInt(4) == 0 ? UNLIMITED : atMost(random.nextInt(12))));
            var book = new CapBook(caps, UNLIMITED);
            Map<TeamPath, Integer> own = new HashMap<>();
            for (int step = 0; step < 60; step++) {
                TeamPath team = teams.get(random.nextInt(teams.size()));
                int gpus = 1 + random.nextInt(4);
                boolean fits = team.upwards().stream()
                        .allMatch(level -> !(caps.get(level) instanceof GpuCap.AtMost(GpuCount most))
                                || sum(own, level) + gpus <= most.value());
                assertEquals(fits, book.refusal(team, new GpuCount(gpus)).isEmpty(), "seed " + seed);
                if (fits) {
                    book.lease(team, new GpuCount(gpus));
                    own.merge(team, gpus, Integer::sum);
                }
            }
        }
    }

    private static int sum(Map<TeamPath, Integer> own, TeamPath level) {
        return own.entrySet().stream()
                .filter(e -> level.contains(e.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
