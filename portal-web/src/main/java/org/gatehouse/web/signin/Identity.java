package org.gatehouse.web.signin;

import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gatehouse.quota.TeamPath;
import org.jspecify.annotations.Nullable;

/**
 * What a token of the realm says of somebody.
 *
 * @param groups full paths of groups, such as {@code /teams/vision/@admins}
 * @param roles realm roles
 */
record Identity(
        String subject,
        String username,
        String displayName,
        @Nullable String email,
        List<String> groups,
        List<String> roles) {

    private static final String TEAMS = "/teams/";
    private static final String ADMINS = "/@admins";

    /** Claims that are missing count as empty: Keycloak leaves out lists without members. */
    static Identity of(JWTClaimsSet claims) throws ParseException {
        String username = claims.getStringClaim("preferred_username");
        String name = claims.getStringClaim("name");
        String known = username == null ? claims.getSubject() : username;
        return new Identity(
                claims.getSubject(),
                known,
                name == null || name.isBlank() ? known : name,
                claims.getStringClaim("email"),
                list(claims, "teams"),
                list(claims, "roles"));
    }

    private static List<String> list(JWTClaimsSet claims, String name) throws ParseException {
        List<String> values = claims.getStringListClaim(name);
        return values == null ? List.of() : List.copyOf(values);
    }

    boolean service() {
        return username.startsWith("service-account-");
    }

    /** A team below /teams; folders that begin with an @ are ours and never teams. */
    private static boolean isTeam(String path) {
        return !path.startsWith("@") && !path.contains("/@");
    }

    static Set<TeamPath> member(List<String> groups) {
        Set<TeamPath> teams = new HashSet<>();
        for (String group : groups) {
            if (group.startsWith(TEAMS) && isTeam(group.substring(TEAMS.length()))) {
                add(teams, group.substring(TEAMS.length()));
            }
        }
        return teams;
    }

    static Set<TeamPath> admin(List<String> groups) {
        Set<TeamPath> teams = new HashSet<>();
        for (String group : groups) {
            boolean below = group.startsWith(TEAMS) && group.length() > TEAMS.length() + ADMINS.length();
            if (below && group.endsWith(ADMINS)) {
                add(teams, group.substring(TEAMS.length(), group.length() - ADMINS.length()));
            }
        }
        return teams;
    }

    /** A group that cannot be the path of a team gives nothing. */
    private static void add(Set<TeamPath> teams, String path) {
        try {
            teams.add(new TeamPath(path));
        } catch (IllegalArgumentException e) {
            System.getLogger(Identity.class.getName())
                    .log(System.Logger.Level.WARNING, "event=group-ignored path={0}", path);
        }
    }
}
