package org.gatehouse.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.File;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.zip.ZipFile;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The WAR as Maven built it on a real server and a real database, while Keycloak and the spawner are away. */
@ExtendWith({Ground.class, ArquillianExtension.class})
@RunAsClient
class PortalIT {

    private static final File WAR = new File("target/gatehouse.war");
    private static final int MEGA = 1024 * 1024;

    /** Under this name the server puts it at the root of its addresses. */
    @Deployment(testable = false)
    static WebArchive war() {
        return ShrinkWrap.create(ZipImporter.class, "ROOT.war").importFrom(WAR).as(WebArchive.class);
    }

    @ArquillianResource
    private URL address;

    private final HttpClient client = HttpClient.newHttpClient();

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + address.getPort() + path);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(at(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonObject json(HttpResponse<String> response) {
        return Json.createReader(new StringReader(response.body())).readObject();
    }

    private static JsonObject problem(HttpResponse<String> response, int status, String type) {
        assertEquals(status, response.statusCode(), response.body());
        assertTrue(contentType(response.headers()).startsWith("application/problem+json"));
        JsonObject problem = json(response);
        assertEquals(status, problem.getInt("status"));
        assertEquals(type, problem.getString("type"));
        return problem;
    }

    private static String contentType(HttpHeaders headers) {
        return headers.firstValue("Content-Type").orElse("");
    }

    private static void guarded(HttpHeaders headers) {
        String policy = headers.firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.contains("script-src 'self';"), policy);
        assertEquals("nosniff", headers.firstValue("X-Content-Type-Options").orElse(""));
        assertEquals(List.of("DENY"), headers.allValues("X-Frame-Options"));
        assertEquals("no-store", headers.firstValue("Cache-Control").orElse(""));
    }

    private static void tellsNoInsides(String body) {
        for (String inside : List.of("Payara", "GlassFish", "Exception", "\tat ", "org.gatehouse", "java.")) {
            assertFalse(body.contains(inside), body);
        }
    }

    @Test
    void itIsReadyWithoutKeycloakAndPoolsAndSaysWhichPoolsDoNotAnswer() throws Exception {
        HttpResponse<String> ready = get("/health/ready");
        assertEquals(200, ready.statusCode(), ready.body());
        assertEquals("UP", json(ready).getString("status"));
        JsonObject data = json(ready).getJsonArray("checks").getJsonObject(0).getJsonObject("data");
        for (String pool : List.of("pool.demo", "pool.here")) {
            assertFalse(data.getString(pool).isBlank());
            assertNotEquals("reachable", data.getString(pool));
        }
    }

    @Test
    void aStrangerIsToldToSignInOnEveryAddressOfTheApi() throws Exception {
        for (String path : List.of("/api/v1/me", "/api/v1/jobs", "/api/v1/jobs/1/log", "/api/v1/nothing")) {
            HttpResponse<String> answer = get(path);
            problem(answer, 401, "/problems/unauthorized");
            assertEquals(
                    "Bearer", answer.headers().firstValue("WWW-Authenticate").orElse(""));
            guarded(answer.headers());
        }
        problem(post("/api/v1/jobs", "{}"), 401, "/problems/unauthorized");
        problem(get("/api/v1/me", "Cookie", "gatehouse_session=made-up"), 401, "/problems/unauthorized");
    }

    @Test
    void aStrangersSocketIsRefusedInItsHandshake() {
        for (String path : List.of("/ws/v1/events", "/ws/v1/jobs/1/log")) {
            URI socket = URI.create(at(path).toString().replace("http:", "ws:"));
            var opening = client.newWebSocketBuilder().buildAsync(socket, new WebSocket.Listener() {});
            var failed = assertThrows(CompletionException.class, opening::join);
            var refusal = assertInstanceOf(WebSocketHandshakeException.class, failed.getCause())
                    .getResponse();
            assertEquals(401, refusal.statusCode());
            assertTrue(contentType(refusal.headers()).startsWith("application/problem+json"));
            guarded(refusal.headers());
        }
    }

    @Test
    void theContractIsServed() throws Exception {
        HttpResponse<String> contract = get("/openapi");
        assertEquals(200, contract.statusCode());
        assertTrue(contract.body().contains("title: Gatehouse"), contract.body());
        List<String> told =
                Files.readAllLines(Path.of("../portal-api/src/main/resources/META-INF/openapi.yaml")).stream()
                        .map(String::strip)
                        .filter(line -> line.startsWith("operationId: ") || line.startsWith("/api/v1/"))
                        .toList();
        assertTrue(told.size() > 15, told.toString());
        for (String line : told) {
            assertTrue(contract.body().contains(line), line);
        }
    }

    @Test
    void anAddressThatOnlyThePagesKnowGetsTheStartPage() throws Exception {
        try (var war = new ZipFile(WAR)) {
            assumeTrue(war.getEntry("index.html") != null, "the pages are not built (npm run build)");
            String start =
                    new String(war.getInputStream(war.getEntry("index.html")).readAllBytes(), StandardCharsets.UTF_8);
            for (String path : List.of("/", "/jobs", "/jobs/1", "/some/where/else?x=y")) {
                HttpResponse<String> page = get(path);
                assertEquals(200, page.statusCode(), path);
                assertTrue(contentType(page.headers()).startsWith("text/html"), path);
                assertEquals(start, page.body());
                guarded(page.headers());
            }
        }
    }

    @Test
    void aFileThatIsNotThereIsMissingAndTellsNoInsides() throws Exception {
        for (String path : List.of(
                "/none.js",
                "/assets/none.css",
                "/some/where/none.html",
                "/WEB-INF/web.xml",
                "/WEB-INF/classes/META-INF/persistence.xml",
                "/META-INF/MANIFEST.MF",
                "/__error",
                "/api")) {
            HttpResponse<String> answer = get(path);
            problem(answer, 404, "/problems/http-404");
            tellsNoInsides(answer.body());
            guarded(answer.headers());
            assertEquals("", answer.headers().firstValue("Server").orElse(""));
        }
    }

    @Test
    void aSignInWithoutKeycloakEndsOnAPageThatSaysSo() throws Exception {
        HttpResponse<String> page = get("/signin?return=/jobs");
        assertEquals(503, page.statusCode());
        assertTrue(contentType(page.headers()).startsWith("text/html"));
        assertTrue(page.body().contains("<h1>Nobody can sign in just now</h1>"), page.body());
        assertTrue(page.body().contains("Keycloak"));
        assertTrue(page.body().contains("href=\"/signin\""));
        tellsNoInsides(page.body());
        guarded(page.headers());
        problem(get("/api/v1/me", "Authorization", "Bearer a.b.c"), 503, "/problems/unavailable");
    }

    @Test
    void aBodyThatIsTooLargeIsReadOnlyFromWhoIsSignedIn() throws Exception {
        String large = "{\"script\":\"" + "x".repeat(2 * MEGA) + "\"}";
        problem(post("/api/v1/jobs", large), 401, "/problems/unauthorized");
        Ground.session("ann-cookie", "ann-token");
        String[] ann = {"Cookie", "gatehouse_session=ann-cookie", "X-Gatehouse-CSRF", "ann-token"};
        assertEquals("ann", json(get("/api/v1/me", "Cookie", ann[1])).getString("username"));
        JsonObject refusal = problem(post("/api/v1/jobs", large, ann), 413, "/problems/too-large");
        assertTrue(refusal.getString("detail").contains("2 MB"));
        problem(post("/api/v1/jobs", "{}", ann), 400, "/problems/bad-request");
        problem(get("/api/v1/nothing", "Cookie", ann[1]), 404, "/problems/not-found");
        assertEquals(List.of("0"), Ground.ask("SELECT count(*) FROM job"));
    }

    @Test
    void theSchemaWasMadeInOrder() throws Exception {
        assertEquals(List.of("t"), Ground.ask("SELECT DISTINCT success FROM flyway_schema_history"));
        assertEquals(
                List.of("1"), Ground.ask("SELECT version FROM flyway_schema_history ORDER BY installed_rank LIMIT 1"));
        List<String> tables =
                Ground.ask("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'");
        assertTrue(
                tables.containsAll(List.of("person", "team", "job", "attempt", "portal_session")), tables.toString());
    }
}
