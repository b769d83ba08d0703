package org.gatehouse.api.scripts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.gatehouse.api.RequestBody;
import org.gatehouse.scheduler.application.Submissions.Submission;
import org.gatehouse.script.ScriptBytes;
import org.gatehouse.script.ScriptSource;

/** The body of a submission and of a reading: the same for both, so that what was read is what is submitted. */
public final class SubmissionBody {

    private static final Set<String> FIELDS = Set.of("script", "fileName", "pool", "args", "options");

    private SubmissionBody() {}

    public static Submission read(InputStream in) throws IOException {
        RequestBody body = RequestBody.read(in, FIELDS);
        var source = new ScriptSource(
                ScriptBytes.of(body.requiredText("script").getBytes(StandardCharsets.UTF_8)),
                body.text("fileName").orElse(null),
                body.texts("args"),
                body.map("options"));
        return new Submission(source, body.text("pool").filter(name -> !name.isBlank()));
    }
}
