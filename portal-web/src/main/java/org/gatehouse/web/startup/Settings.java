package org.gatehouse.web.startup;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The installation's settings, read from the environment and checked at start. All are listed in docs/configuration.md.
 *
 * @param baseUrl the portal's own address as browsers see it, without a slash at the end
 * @param defaultGpuCap GPUs that a team may have running when nothing else is set; below 0 for no cap
 */
public record Settings(
        URI baseUrl, Database database, Oidc oidc, Sessions sessions, Local local, Scripts scripts, int defaultGpuCap) {

    /** The password is not shown. */
    public record Database(String url, String user, String password) {
        @Override
        public String toString() {
            return "Database[" + url + ", " + user + "]";
        }
    }

    /** The realm and this portal's client in it; the secret is not shown. */
    public record Oidc(URI issuer, String clientId, String clientSecret) {
        @Override
        public String toString() {
            return "Oidc[" + issuer + ", " + clientId + "]";
        }
    }

    /**
     * @param keyFile 32 bytes that encrypt refresh tokens
     * @param idle a session that is not used ends after this
     * @param absolute every session ends after this
     * @param rightsFor rights are read anew after this
     * @param rightsWithoutKeycloak known rights hold so long while Keycloak does not answer
     */
    public record Sessions(
            Path keyFile, Duration idle, Duration absolute, Duration rightsFor, Duration rightsWithoutKeycloak) {}

    /** @param poolsFile the pools; null for the built-in {@code here} and {@code demo} */
    public record Local(
            Path spawnerSocket,
            Path runs,
            Path areas,
            Duration stopGrace,
            @Nullable Path poolsFile) {}

    /**
     * How scripts are read.
     *
     * @param zone in which clock times of scripts are meant
     * @param mostArrayIndex no index of an array may be higher
     */
    public record Scripts(ZoneId zone, int mostArrayIndex) {}

    public boolean secure() {
        return "https".equals(baseUrl.getScheme());
    }

    /** @throws IllegalStateException naming every setting that is missing or wrong */
    static Settings from(Map<String, String> environment) {
        var in = new Reader(environment);
        var settings = new Settings(
                in.uri("GATEHOUSE_BASE_URL"),
                new Database(
                        in.text("GATEHOUSE_DB_URL"), in.text("GATEHOUSE_DB_USER"), in.text("GATEHOUSE_DB_PASSWORD")),
                new Oidc(
                        in.uri("GATEHOUSE_OIDC_ISSUER"),
                        in.text("GATEHOUSE_OIDC_CLIENT_ID"),
                        in.text("GATEHOUSE_OIDC_CLIENT_SECRET")),
                new Sessions(
                        in.file("GATEHOUSE_SESSION_KEY_FILE"),
                        in.minutes("GATEHOUSE_SESSION_IDLE_MINUTES", 8 * 60),
                        in.minutes("GATEHOUSE_SESSION_ABSOLUTE_MINUTES", 24 * 60),
                        in.minutes("GATEHOUSE_RIGHTS_MINUTES", 5),
                        in.minutes("GATEHOUSE_RIGHTS_WITHOUT_KEYCLOAK_MINUTES", 60)),
                new Local(
                        Path.of(in.text("GATEHOUSE_SPAWNER_SOCKET")),
                        Path.of(in.text("GATEHOUSE_RUNS")),
                        Path.of(in.text("GATEHOUSE_AREAS")),
                        Duration.ofSeconds(in.number("GATEHOUSE_STOP_GRACE_SECONDS", 30, 0)),
                        in.optionalFile("GATEHOUSE_POOLS_FILE")),
                new Scripts(in.zone("GATEHOUSE_ZONE"), in.number("GATEHOUSE_MAX_ARRAY_SIZE", 100_001, 1) - 1),
                in.number("GATEHOUSE_DEFAULT_GPU_CAP", 8, -1));
        in.check();
        return settings;
    }

    /** Collects what is wrong, so that all of it is told at once. */
    private static final class Reader {
        private final Map<String, String> environment;
        private final List<String> wrong = new ArrayList<>();

        Reader(Map<String, String> environment) {
            this.environment = environment;
        }

        String text(String name) {
            String value = environment.getOrDefault(name, "");
            if (value.isBlank()) {
                wrong.add(name + " is not set");
            }
            return value;
        }

        URI uri(String name) {
            String value = text(name);
            try {
                URI uri = URI.create(value.replaceAll("/+$", ""));
                if (!value.isBlank() && uri.getHost() == null) {
                    wrong.add(name + " is not an address: \"" + value + "\"");
                }
                return uri;
            } catch (IllegalArgumentException e) {
                wrong.add(name + " is not an address: \"" + value + "\"");
                return URI.create("http://invalid");
            }
        }

        Path file(String name) {
            Path path = Path.of(text(name));
            if (!path.toString().isEmpty() && !Files.isReadable(path)) {
                wrong.add(name + ": " + path + " cannot be read");
            }
            return path;
        }

        @Nullable
        Path optionalFile(String name) {
            return environment.getOrDefault(name, "").isBlank() ? null : file(name);
        }

        /** The machine's own when it is not set. */
        ZoneId zone(String name) {
            String value = environment.getOrDefault(name, "");
            try {
                return value.isBlank() ? ZoneId.systemDefault() : ZoneId.of(value);
            } catch (DateTimeException e) {
                wrong.add(name + " is no time zone such as Europe/Berlin: \"" + value + "\"");
                return ZoneId.systemDefault();
            }
        }

        Duration minutes(String name, int otherwise) {
            return Duration.ofMinutes(number(name, otherwise, 1));
        }

        int number(String name, int otherwise, int least) {
            String value = environment.getOrDefault(name, Integer.toString(otherwise));
            if (value.matches("-?[0-9]{1,8}") && Integer.parseInt(value) >= least) {
                return Integer.parseInt(value);
            }
            wrong.add(name + " must be a number from " + least + " on, not \"" + value + "\"");
            return otherwise;
        }

        void check() {
            if (!wrong.isEmpty()) {
                throw new IllegalStateException("settings: " + String.join("; ", wrong));
            }
        }
    }
}
