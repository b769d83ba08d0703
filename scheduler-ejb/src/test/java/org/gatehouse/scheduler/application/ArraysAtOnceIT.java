package org.gatehouse.scheduler.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.scheduler.World;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.job.Job;
import org.junit.jupiter.api.Test;

/** Many hands on the same arrays while they run: nothing is stuck, nothing is counted twice or lost. */
class ArraysAtOnceIT {

    private static final int ROUNDS = 50;

    private final World world = new World();
    private final Viewer alice = world.person("alice", "vision");
    private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();

    @Test
    void whateverIsDoneToArraysTheirCountsAreThoseOfTheirTasks() throws InterruptedException {
        List<Job> arrays = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            arrays.add(world.submit(alice, "#SBATCH --array=0-39%5", "#SBATCH -c 2", "sleep 600"));
        }
        var over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        threads.add(hand(() -> {
            while (!over.get()) {
                world.step();
            }
        }));
        threads.add(hand(() -> {
            var random = new Random(1);
            while (!over.get()) {
                List<AttemptId> running = world.pool.running();
                if (!running.isEmpty()) {
                    world.pool.finish(running.get(random.nextInt(running.size())), random.nextInt(2));
                }
            }
        }));
        List<Thread> people = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            var random = new Random(seed);
            people.add(hand(() -> meddle(random, arrays)));
        }
        for (Thread person : people) {
            person.join();
        }
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), List.copyOf(faults));
        assertEquals(0, world.db.count(WRONG_COUNTS));
        assertEquals(0, world.db.count(WRONG_SUMS));
        assertEquals(0, world.db.count(OVER_LIMIT));
    }

    private Thread hand(Runnable work) {
        return Thread.ofPlatform().start(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                faults.add(e);
            }
        });
    }

    private void meddle(Random random, List<Job> arrays) {
        for (int round = 0; round < ROUNDS; round++) {
            Job array = arrays.get(random.nextInt(arrays.size()));
            long target = random.nextInt(3) == 0
                    ? array.id()
                    : world.jobs.task(array.id(), random.nextInt(40)).orElse(array.id());
            switch (random.nextInt(round > ROUNDS - 3 ? 4 : 3)) {
                case 0 -> world.control.hold(alice, target);
                case 1 -> world.control.release(alice, target);
                case 2 -> world.control.requeue(alice, target);
                default -> world.control.cancel(alice, target, Optional.empty());
            }
        }
    }

    /** A state of an array whose count is not that of its rows and its unstarted part; the ends without rows are summed below. */
    private static final String WRONG_COUNTS = """
            SELECT count(*) FROM array_count n JOIN job m ON m.id = n.array_id
             WHERE n.state NOT IN ('CANCELLED') AND n.tasks <>
                   (SELECT count(*) FROM job t WHERE t.array_id = m.id AND t.state = n.state)
                 + CASE WHEN m.queued = n.state THEN (SELECT count(*) FROM generate_series(0, 39) i
                         WHERE NOT EXISTS (SELECT 1 FROM job t WHERE t.array_id = m.id AND t.array_index = i)) ELSE 0 END""";

    private static final String WRONG_SUMS =
            "SELECT count(*) FROM (SELECT array_id FROM array_count GROUP BY array_id HAVING sum(tasks) <> 40 OR min(tasks) < 0) wrong";

    private static final String OVER_LIMIT = """
            SELECT count(*) FROM (SELECT array_id FROM array_count WHERE state IN ('STARTING', 'RUNNING', 'COMPLETING')
                                   GROUP BY array_id HAVING sum(tasks) > 5) over""";
}
