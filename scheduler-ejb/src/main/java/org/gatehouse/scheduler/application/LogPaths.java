package org.gatehouse.scheduler.application;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatehouse.script.Finding;
import org.gatehouse.script.JobRequest;
import org.gatehouse.script.PatternValues;
import org.gatehouse.script.Severity;
import org.jspecify.annotations.Nullable;

/** Logs and the work folder must lie in the person's folder where the pool has one; found at submit, not at the start. */
final class LogPaths {

    /** Bytes of a file's name on Linux. */
    private static final int LONGEST_NAME = 255;

    private LogPaths() {}

    static List<Finding> outside(JobRequest request, Optional<Path> home, String user) {
        List<Finding> findings = new ArrayList<>();
        home.ifPresent(root -> {
            JobRequest.Streams streams = request.streams();
            Path work = resolve(root, root.resolve("jobs/0"), streams.chdir(), "chdir", findings);
            // As it will be: the longest number a job can have, the real name, a name of a node.
            var values = new PatternValues(
                    new PatternValues.Ids(Long.MAX_VALUE, Long.MAX_VALUE, PatternValues.NO_INDEX),
                    request.label().name(),
                    user,
                    "node",
                    0);
            resolve(root, work, streams.stdout().expand(values), "output", findings);
            if (!streams.stderr().equals(streams.stdout())) {
                resolve(root, work, streams.stderr().expand(values), "error", findings);
            }
        });
        return findings;
    }

    private static Path resolve(Path root, Path from, @Nullable String text, String option, List<Finding> findings) {
        if (text == null || text.equals("/dev/null")) {
            return from;
        }
        try {
            Path base = option.equals("chdir") ? root : from;
            Path path = base.resolve(text).normalize();
            if (path.startsWith(root)) {
                tooLong(path, option, findings);
                return path;
            }
        } catch (InvalidPathException e) {
            findings.add(finding(option, "\"" + text + "\" is not a path", "write a path without zero bytes"));
            return from;
        }
        findings.add(finding(
                option,
                "\"" + text + "\" lies outside your folder on this pool, " + root,
                "write a path relative to the job's folder, or one that begins with " + root));
        return from;
    }

    private static void tooLong(Path path, String option, List<Finding> findings) {
        for (Path part : path) {
            int bytes = part.toString().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LONGEST_NAME) {
                findings.add(new Finding(
                        Severity.ERROR,
                        "file-name-too-long",
                        new Finding.Where(null, option),
                        "a part of the path has " + bytes + " bytes; a file's name has " + LONGEST_NAME + " at most",
                        "write a shorter name; %x stands for the job's name"));
                return;
            }
        }
    }

    private static Finding finding(String option, String message, String hint) {
        return new Finding(Severity.ERROR, "path-outside-folder", new Finding.Where(null, option), message, hint);
    }
}
