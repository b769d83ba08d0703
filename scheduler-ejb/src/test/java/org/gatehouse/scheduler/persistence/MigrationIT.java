package org.gatehouse.scheduler.persistence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.gatehouse.scheduler.TestDatabase;
import org.gatehouse.scheduler.job.Job;
import org.gatehouse.scheduler.job.JobState;
import org.gatehouse.scheduler.job.NewJob;
import org.junit.jupiter.api.Test;

/** What was there before a change of the schema is there after it. */
class MigrationIT {

    @Test
    void jobsOfTheFirstVersionWaitAndEndAsTheyDid() {
        TestDatabase db = TestDatabase.empty();
        db.migrate("1");
        db.execute(
                "INSERT INTO person (subject, username, display_name, first_seen) VALUES ('s', 'alice', 'Alice', now())");
        db.execute("INSERT INTO team VALUES ('vision', NULL, now())");
        insert(db, "PENDING", "NULL");
        insert(db, "COMPLETED", "now()");
        db.migrate("latest");
        Job waiting = find(db, 1);
        assertEquals(JobState.PENDING, waiting.state());
        assertEquals("3 a100 GPUs and 1 GPU, 8 CPUs and 4 GiB", waiting.asked().words());
        assertEquals(4, waiting.asked().gpuCount());
        assertEquals(JobState.COMPLETED, find(db, 2).state());
        List<QueueTable.Queued> queue = db.database().inTransaction(QueueTable::waiting);
        assertEquals(List.of(1L), queue.stream().map(QueueTable.Queued::id).toList());
        NewJob.Program program =
                db.database().inTransaction(c -> JobTable.program(c, 1)).orElseThrow();
        assertArrayEquals("#!/bin/sh".getBytes(StandardCharsets.UTF_8), program.original());
        assertEquals(Optional.of("work"), program.workFolder());
    }

    private static void insert(TestDatabase db, String state, String ended) {
        db.execute("""
                INSERT INTO job (kind, state, person_id, team, pool, partition, name, submitted_at, ended_at, nodes, tasks,
                    cpus_per_task, cpus, memory_mib, gpus, time_limit_seconds, script_original, script, args, environment,
                    work_folder, stdout_pattern, append_logs, notices)
                VALUES ('BATCH', '%s', 1, 'vision', 'demo', 'gpu', 'old', now(), %s, 1, 2, 4, 8, 4096, '{a100:3,:1}', 60,
                    '#!/bin/sh', '#!/bin/sh', '{}', '{}', 'work', 'out', false, '[]')""".formatted(state, ended));
    }

    private static Job find(TestDatabase db, long id) {
        return db.database().inTransaction(c -> JobTable.find(c, id)).orElseThrow();
    }
}
