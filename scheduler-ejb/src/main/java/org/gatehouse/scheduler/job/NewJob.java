package org.gatehouse.scheduler.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatehouse.quota.TeamPath;
import org.gatehouse.script.ArrayAsk;
import org.gatehouse.script.JobRequest;

/**
 * A job that is about to be accepted.
 *
 * @param notices what its reading said that the owner should see later, as JSON
 */
public record NewJob(
        JobKind kind,
        String name,
        TeamPath team,
        String pool,
        String partition,
        Asked asked,
        JobRequest.Timing timing,
        Optional<ArrayAsk> array,
        Program program,
        String notices) {

    /**
     * What runs.
     *
     * @param original the script as it was sent, byte for byte
     * @param clean the script as it runs
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed after it was made
    public record Program(
            byte[] original,
            byte[] clean,
            List<String> args,
            Map<String, String> environment,
            Optional<String> workFolder) {

        public Program {
            args = List.copyOf(args);
            environment = Map.copyOf(environment);
        }

        @Override
        public String toString() {
            return "Program[" + original.length + " bytes]";
        }
    }
}
