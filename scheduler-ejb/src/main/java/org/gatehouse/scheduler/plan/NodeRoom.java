package org.gatehouse.scheduler.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Shape;
import org.gatehouse.scheduler.plan.Plan.PlacedGpu;
import org.gatehouse.scheduler.plan.Plan.Placement;
import org.gatehouse.scheduler.plan.Snapshot.NodeFacts;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;

/** What is left of a node while a plan is made. */
final class NodeRoom {

    private final NodeFacts facts;
    private final BitSet held = new BitSet();
    private int freeCpus;
    private long freeMemoryMiB;
    private boolean promised;

    NodeRoom(NodeView view) {
        this.facts = view.facts();
        this.freeCpus = view.freeCpus();
        this.freeMemoryMiB = view.freeMemoryMiB();
        view.heldGpus().forEach(held::set);
    }

    NodeFacts facts() {
        return facts;
    }

    /** Kept for an older job that waits for it. */
    boolean promised() {
        return promised;
    }

    void promise() {
        promised = true;
    }

    int freeGpus() {
        return facts.gpuTypes().size() - held.cardinality();
    }

    int freeCpus() {
        return freeCpus;
    }

    /** Whether the empty node could hold the shape. */
    boolean couldHold(Shape shape, String partition) {
        return facts.up()
                && facts.partitions().contains(partition)
                && shape.cpus() <= facts.cpus()
                && shape.memoryMiB().orElse(0) <= facts.memoryMiB()
                && pick(shape, new BitSet()).isPresent();
    }

    /** Where it would lie now, with the lowest free GPU indices. */
    Optional<Placement> place(Shape shape) {
        long memory = shape.memoryMiB().orElse(facts.memoryMiB());
        if (shape.cpus() > freeCpus || memory > freeMemoryMiB) {
            return Optional.empty();
        }
        return pick(shape, held).map(gpus -> new Placement(facts.name(), shape.cpus(), memory, gpus));
    }

    void take(Placement placement) {
        freeCpus -= placement.cpus();
        freeMemoryMiB -= placement.memoryMiB();
        placement.gpus().forEach(gpu -> held.set(gpu.index()));
    }

    /** Typed asks choose before those for any type, so that these do not take what only the others can use. */
    private Optional<List<PlacedGpu>> pick(Shape shape, BitSet taken) {
        BitSet busy = (BitSet) taken.clone();
        List<PlacedGpu> picked = new ArrayList<>();
        List<GpuAsk> asks = new ArrayList<>(shape.gpus());
        asks.sort((a, b) -> Boolean.compare(a.type().isEmpty(), b.type().isEmpty()));
        for (GpuAsk ask : asks) {
            int missing = ask.count();
            for (int index = 0; index < facts.gpuTypes().size() && missing > 0; index++) {
                String type = facts.gpuTypes().get(index);
                if (!busy.get(index)
                        && (ask.type().isEmpty() || ask.type().get().equals(type))) {
                    busy.set(index);
                    picked.add(new PlacedGpu(index, type));
                    missing--;
                }
            }
            if (missing > 0) {
                return Optional.empty();
            }
        }
        picked.sort((a, b) -> Integer.compare(a.index(), b.index()));
        return Optional.of(picked);
    }
}
