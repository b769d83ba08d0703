import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Holds the realm against what the portal expects of tokens, by getting real ones: {@code java Realm.java KEYCLOAK BASE SECRET-FILE}.
 * Prints one line for each check and exits 1 when one fails.
 */
public final class Realm {

    private static int failed;
    private static String realm;
    private static String base;
    private static String secret;

    private record Tokens(int status, String body) {
        String claims(String token) {
            Matcher m = Pattern.compile("\"" + token + "\":\"[^.\"]+\\.([^.\"]+)\\.").matcher(body);
            return m.find() ? new String(Base64.getUrlDecoder().decode(m.group(1)), StandardCharsets.UTF_8) : "";
        }
    }

    public static void main(String[] args) throws Exception {
        realm = args[0] + "/realms/gatehouse";
        base = args[1];
        secret = java.nio.file.Files.readString(java.nio.file.Path.of(args[2])).strip();
        person("alice", "alice-demo", Set.of("/teams/vision", "/teams/vision/detection"), Set.of());
        person("bob", "bob-demo", Set.of("/teams/vision", "/teams/vision/@admins"), Set.of());
        person("carol", "carol-demo", Set.of("/teams/nlp"), Set.of());
        person("dave", "dave-demo", Set.of(), Set.of("operator"));
        person("erin", "erin-demo", Set.of(), Set.of("auditor"));
        if (args.length > 3) {
            for (String odd : new String[] {"a.b", "s+x@e.com", "äö", "a-name-of-64-characters-that-fits-in-no-column-" + "x".repeat(17)}) {
                person(odd, "odd-demo", Set.of("/teams/nlp"), Set.of());
            }
            person("no-team", "odd-demo", Set.of(), Set.of());
        }
        service();
        device();
        refusals();
        System.exit(failed == 0 ? 0 : 1);
    }

    private static void person(String name, String password, Set<String> teams, Set<String> roles) throws Exception {
        Tokens tokens = signIn(name, password, true, base + "/signin/callback");
        check(name + " gets tokens by the code flow", tokens.status() == 200, tokens.body());
        for (String kind : new String[] {"id_token", "access_token"}) {
            String claims = tokens.claims(kind);
            check(name + "'s " + kind + " names the person", name.equals(text(claims, "preferred_username")), claims);
            check(name + "'s " + kind + " has a subject and a name", !text(claims, "sub").isEmpty() && !text(claims, "name").isEmpty(), claims);
            check(name + "'s " + kind + " has the teams " + new TreeSet<>(teams), teams.equals(list(claims, "teams")), claims);
            Set<String> ours = list(claims, "roles");
            ours.retainAll(Set.of("operator", "auditor"));
            check(name + "'s " + kind + " has the roles " + roles, roles.equals(ours), claims);
            check(name + "'s " + kind + " is meant for the portal", list(claims, "aud").contains("portal"), claims);
            check(name + "'s " + kind + " comes from the realm", realm.equals(text(claims, "iss")), claims);
        }
        String access = tokens.claims("access_token");
        check(name + "'s access token lives five minutes", number(access, "exp") - number(access, "iat") == 300, access);
        check(name + " gets a refresh token", tokens.body().contains("\"refresh_token\":\""), tokens.body());
    }

    private static void service() throws Exception {
        HttpResponse<String> answer = post("/protocol/openid-connect/token", "grant_type=client_credentials&client_id=demo-service&client_secret=demo-service-demo-secret");
        String claims = new Tokens(answer.statusCode(), answer.body()).claims("access_token");
        check("the service gets a token", answer.statusCode() == 200, answer.body());
        check("the service is known by its account", "service-account-demo-service".equals(text(claims, "preferred_username")), claims);
        check("the service is in vision", Set.of("/teams/vision").equals(list(claims, "teams")), claims);
        check("the service's token is meant for the portal", list(claims, "aud").contains("portal"), claims);
        check("the service's token is a bearer token", "Bearer".equals(text(claims, "typ")), claims);
    }

    private static void device() throws Exception {
        String challenge = challenge("v".repeat(50));
        HttpResponse<String> answer = post("/protocol/openid-connect/auth/device",
                "client_id=gatehouse-cli&scope=openid&code_challenge=" + challenge + "&code_challenge_method=S256");
        check("the command line gets a code for a device", answer.statusCode() == 200 && answer.body().contains("user_code"), answer.body());
    }

    private static void refusals() throws Exception {
        check("a sign-in without PKCE is refused", signIn("alice", "alice-demo", false, base + "/signin/callback").status() != 200, "");
        check("another redirect address is refused", signIn("alice", "alice-demo", true, base + "/elsewhere").status() != 200, "");
        check("a wrong password is refused", signIn("alice", "wrong", true, base + "/signin/callback").status() != 200, "");
        HttpResponse<String> password = post("/protocol/openid-connect/token",
                "grant_type=password&client_id=gatehouse-cli&username=alice&password=alice-demo");
        check("a password given to a client is refused", password.statusCode() >= 400, password.body());
        String page = client().send(HttpRequest.newBuilder(authorization(true, base + "/signin/callback")).build(), HttpResponse.BodyHandlers.ofString()).body();
        check("nobody can register themselves", page.contains("kc-form-login") && !page.contains("/registration"), "");
    }

    /** Fills the login form as a browser does; status 0 when there was no form or no code. */
    private static Tokens signIn(String name, String password, boolean pkce, String redirect) throws Exception {
        HttpClient client = client();
        HttpResponse<String> form = client.send(HttpRequest.newBuilder(authorization(pkce, redirect)).build(), HttpResponse.BodyHandlers.ofString());
        Matcher action = Pattern.compile("action=\"([^\"]+)\"").matcher(form.body());
        if (form.statusCode() != 200 || !action.find()) {
            return new Tokens(0, "no form: " + form.statusCode());
        }
        HttpResponse<String> answer = client.send(
                form(URI.create(action.group(1).replace("&amp;", "&")), "username=" + encode(name) + "&password=" + encode(password), cookies(form)),
                HttpResponse.BodyHandlers.ofString());
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(answer.headers().firstValue("Location").orElse(""));
        if (!code.find()) {
            return new Tokens(0, "no code: " + answer.statusCode() + " " + answer.headers().firstValue("Location").orElse(""));
        }
        HttpResponse<String> tokens = post("/protocol/openid-connect/token", "grant_type=authorization_code&client_id=portal&client_secret="
                + encode(secret) + "&code=" + code.group(1) + "&redirect_uri=" + encode(redirect) + "&code_verifier=" + "v".repeat(50));
        return new Tokens(tokens.statusCode(), tokens.body());
    }

    private static URI authorization(boolean pkce, String redirect) throws Exception {
        return URI.create(realm + "/protocol/openid-connect/auth?response_type=code&client_id=portal&scope=openid+profile+email&state=s&nonce=n&redirect_uri="
                + encode(redirect) + (pkce ? "&code_challenge_method=S256&code_challenge=" + challenge("v".repeat(50)) : ""));
    }

    private static String challenge(String verifier) throws Exception {
        return Base64.getUrlEncoder().withoutPadding()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static HttpResponse<String> post(String path, String form) throws Exception {
        return client().send(form(URI.create(realm + path), form, ""), HttpResponse.BodyHandlers.ofString());
    }

    /** Browsers take loopback for secure and send Keycloak's secure cookies back; the JDK's own cookie jar does not. */
    private static String cookies(HttpResponse<?> from) {
        return from.headers().allValues("Set-Cookie").stream().map(c -> c.substring(0, c.indexOf(';'))).collect(Collectors.joining("; "));
    }

    private static HttpRequest form(URI at, String form, String cookies) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at).header("Content-Type", "application/x-www-form-urlencoded");
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookies);
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(form)).build();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String text(String claims, String name) {
        Matcher m = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(claims);
        return m.find() ? m.group(1) : "";
    }

    private static long number(String claims, String name) {
        Matcher m = Pattern.compile("\"" + name + "\":(\\d+)").matcher(claims);
        return m.find() ? Long.parseLong(m.group(1)) : -1;
    }

    /** A list of texts, or a single text; a claim that is missing is an empty list. The top level's comes first. */
    private static Set<String> list(String claims, String name) {
        String flat = claims.replaceAll("\"(realm_access|resource_access)\":\\{[^{}]*(\\{[^{}]*\\}[^{}]*)*\\}", "");
        Matcher m = Pattern.compile("\"" + name + "\":(\\[[^\\]]*\\]|\"[^\"]*\")").matcher(flat);
        Set<String> values = new TreeSet<>();
        if (m.find()) {
            Matcher each = Pattern.compile("\"([^\"]*)\"").matcher(m.group(1));
            while (each.find()) {
                values.add(each.group(1));
            }
        }
        return values;
    }

    private static void check(String what, boolean good, String seen) {
        System.out.println((good ? "ok      " : "FAILED  ") + what + (good ? "" : "; seen: " + seen));
        failed += good ? 0 : 1;
    }
}
