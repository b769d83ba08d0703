package org.gatehouse.api.scripts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gatehouse.api.RequestBody;
import org.gatehouse.api.problem.Problem.Kind;
import org.gatehouse.api.problem.ProblemException;
import org.gatehouse.scheduler.application.Submissions.Submission;
import org.gatehouse.script.ScriptBytes;
import org.gatehouse.script.ScriptSource;

/** The body of a submission and of a reading: the same for both, so that what was read is what is submitted. */
public final class SubmissionBody {

    private static final Set<String> FIELDS = Set.of("script", "fileName", "pool", "args", "options", "environment");

    private static final int MOST_ARGS = 1000;
    private static final int MOST_VARIABLES = 1000;
    /** Linux takes 128 KiB for one argument; with the environment this stays below it. */
    private static final int ARG_BYTES = 100_000;

    private SubmissionBody() {}

    /** What sbatch would find in the environment of whoever submits. */
    private static Map<String, String> environment(RequestBody body) {
        Map<String, String> environment = body.map("environment");
        int characters = environment.entrySet().stream()
                .mapToInt(e -> e.getKey().length() + e.getValue().length())
                .sum();
        if (environment.size() > MOST_VARIABLES || characters > ARG_BYTES) {
            throw new ProblemException(
                    Kind.BAD_REQUEST,
                    "an environment has " + MOST_VARIABLES + " variables of " + ARG_BYTES
                            + " characters together at most",
                    "environment");
        }
        return environment;
    }

    public static Submission read(InputStream in) throws IOException {
        RequestBody body = RequestBody.read(in, FIELDS);
        List<String> args = body.texts("args");
        long bytes = args.stream()
                .mapToLong(arg -> arg.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (args.size() > MOST_ARGS || bytes > ARG_BYTES) {
            throw new ProblemException(
                    Kind.BAD_REQUEST,
                    "a script takes " + MOST_ARGS + " arguments of " + ARG_BYTES
                            + " bytes together at most; put more into a file",
                    "args");
        }
        var source = new ScriptSource(
                ScriptBytes.of(body.requiredText("script").getBytes(StandardCharsets.UTF_8)),
                body.text("fileName").orElse(null),
                args,
                body.map("options"),
                environment(body));
        return new Submission(source, body.text("pool").filter(name -> !name.isBlank()));
    }
}
