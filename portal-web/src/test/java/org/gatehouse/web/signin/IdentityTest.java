package org.gatehouse.web.signin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.gatehouse.quota.TeamPath;
import org.junit.jupiter.api.Test;

class IdentityTest {

    private static final List<String> GROUPS = List.of(
            "/teams/vision",
            "/teams/vision/detection",
            "/teams/nlp/@admins",
            "/teams/nlp/@admins/x",
            "/teams/@admins",
            "/teams/",
            "/teams//",
            "/other/vision");

    @Test
    void membersAreInTheTeamsThatAreTeams() {
        assertEquals(Set.of(new TeamPath("vision"), new TeamPath("vision/detection")), Identity.member(GROUPS));
    }

    @Test
    void adminsRunTheTeamAboveTheirFolder() {
        assertEquals(Set.of(new TeamPath("nlp")), Identity.admin(GROUPS));
    }

    @Test
    void anAddressToReturnToIsOneOfOurs() {
        assertEquals("/jobs?scope=team", SignIn.local("/jobs?scope=team"));
        for (String bad : new String[] {null, "", "//evil", "/\\evil", "https://evil", "/signin", "/a\nb"}) {
            assertEquals("/", SignIn.local(bad));
        }
    }
}
