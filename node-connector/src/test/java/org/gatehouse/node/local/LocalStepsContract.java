package org.gatehouse.node.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gatehouse.node.spi.AttemptEnd.Cause;
import org.gatehouse.node.spi.AttemptId;
import org.gatehouse.node.spi.StartOrder;
import org.junit.jupiter.api.Test;

/** What jobs of several tasks and nodes find on a local pool, in each of its ways. */
abstract class LocalStepsContract extends LocalConnectorFixture {

    @Test
    void theNamesOfDeclaredNodesAreThisMachine() throws IOException {
        if (way() == SpawnerRig.Way.SINGLE) {
            return; // there is no view of one's own to write them into; docs/environment.md says so
        }
        assertEquals("127.0.0.1       demo-a1\n", output("getent hosts demo-a1"));
    }

    @Test
    void aWarningForTheScriptReachesItAndNobodyElse() throws IOException {
        String script =
                "trap 'echo warned; exit 9' USR1; (trap 'echo child' USR1; sleep 3) & while :; do sleep 0.05; done";
        StartOrder order = warned(script, new StartOrder.Warning(10, true, Duration.ofSeconds(59)));
        connector().start(order);
        assertEquals(9, awaitEnd(order.attempt()).exitCode().orElseThrow());
        assertEquals("warned\n", log(order.attempt()));
    }

    @Test
    void aWarningForStepsReachesTheirTasks() throws IOException {
        String script = "trap 'echo script' USR1; srun -n 2 bash -c 'trap \"echo task; exit 7\" USR1;"
                + " while :; do sleep 0.05; done'; echo $?";
        StartOrder order = with(
                warned(script, new StartOrder.Warning(10, false, Duration.ofSeconds(58))), shares(1, 2, 2, List.of()));
        connector().start(order);
        awaitEnd(order.attempt());
        assertEquals( // bash speaks of its sleeps, too
                List.of("task", "task", "7"),
                log(order.attempt())
                        .lines()
                        .filter(line -> line.matches("task|script|\\d"))
                        .toList());
    }

    private StartOrder warned(String script, StartOrder.Warning warning) {
        return order(AttemptId.random(), script, new StartOrder.Limits(Duration.ofMinutes(1), Optional.of(warning)));
    }

    @Test
    void aStopReachesTheTasksOfAStepOnce() throws IOException {
        String task = "n=0; trap \"echo got; n=1\" TERM; echo ready; while [ $n = 0 ]; do sleep 0.05; done; sleep 0.3";
        StartOrder order = with(order("srun -n 2 bash -c '" + task + "' & wait; wait"), shares(1, 2, 2, List.of()));
        connector().start(order);
        await(() -> logged(order.attempt()).lines().filter("ready"::equals).count() == 2);
        connector().stop(order.attempt());
        assertEquals(Cause.STOPPED, awaitEnd(order.attempt()).cause());
        assertEquals(2, log(order.attempt()).lines().filter("got"::equals).count(), log(order.attempt()));
    }

    /** As every script has it: rank 0 listens at the first node's name, the others come there, and all add up their ranks. */
    private static final String MEETING = """
            import os, socket, time
            rank, size = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
            address = (os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))
            if rank == 0:
                server = socket.create_server(address)
                total = 0
                for _ in range(size - 1):
                    total += int(server.accept()[0].makefile().readline())
                print("sum", total)
            else:
                for attempt in range(400):
                    try:
                        peer = socket.create_connection(address)
                        break
                    except ConnectionRefusedError:
                        time.sleep(0.05)
                peer.sendall(b"%d\\n" % rank)
            """;

    @Test
    void tasksOfSeveralNodesMeetAtTheFirstNodesName() throws IOException {
        String master = way() == SpawnerRig.Way.SINGLE
                ? "127.0.0.1"
                : "$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n1)";
        int port = 20_000 + (int) (ProcessHandle.current().pid() % 10_000);
        String script = "export MASTER_ADDR=" + master + " MASTER_PORT=" + port + "\ncat > meet.py <<'END'\n" + MEETING
                + "END\nsrun python3 meet.py";
        StartOrder plain = order(script);
        var job = new StartOrder.Job(7, "meeting", "vision", "gpu", 6, 1, 0, Optional.empty());
        var order = new StartOrder(
                plain.attempt(), job, plain.person(), shares(3, 2, 2, List.of(0, 1)), plain.program(), plain.limits());
        connector().start(order);
        awaitEnd(order.attempt());
        assertEquals("sum 15\n", log(order.attempt()));
    }

    /** The shape of torchrun on one node: a launcher of its own that starts a worker for each GPU and waits for all of them. */
    @Test
    void aLauncherThatStartsItsOwnWorkersRunsUnchanged() throws IOException {
        String launcher = """
                import multiprocessing, os
                def work(rank, queue):
                    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank))
                    queue.put((rank, os.environ["CUDA_VISIBLE_DEVICES"].split(",")[rank]))
                if __name__ == "__main__":
                    queue = multiprocessing.get_context("spawn").Queue()
                    workers = [multiprocessing.get_context("spawn").Process(target=work, args=(n, queue)) for n in range(2)]
                    for worker in workers: worker.start()
                    seen = sorted(queue.get() for _ in workers)
                    for worker in workers: worker.join()
                    print(seen)
                """;
        StartOrder order = with(
                order("cat > launch.py <<'END'\n" + launcher + "END\npython3 launch.py"),
                shares(1, 1, 2, List.of(1, 3)));
        connector().start(order);
        awaitEnd(order.attempt());
        assertEquals("[(0, '1'), (1, '3')]\n", log(order.attempt()));
    }
}
