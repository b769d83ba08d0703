package org.gatehouse.scheduler.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gatehouse.scheduler.job.GpuAsk;
import org.gatehouse.scheduler.job.Part;
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

    /** The same node with nothing on it. */
    NodeRoom emptied() {
        return new NodeRoom(new NodeView(facts, facts.cpus(), facts.memoryMiB(), List.of()));
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

    /** Where a node's worth of the part would lie now, with the lowest free GPU indices; alone: with all of the node. */
    Optional<Placement> place(Part part, boolean alone) {
        Shape shape = part.shape();
        long memory = shape.memoryMiB().orElse(facts.memoryMiB());
        if (shape.cpus() > freeCpus || memory > freeMemoryMiB || (alone && freeCpus < facts.cpus())) {
            return Optional.empty();
        }
        var gpus = pick(shape, held);
        return alone
                ? gpus.map(_ -> new Placement(facts.name(), part.tasks(), facts.cpus(), memory, all()))
                : gpus.map(found -> new Placement(facts.name(), part.tasks(), shape.cpus(), memory, found));
    }

    private List<PlacedGpu> all() {
        return IntStream.range(0, facts.gpuTypes().size())
                .mapToObj(index -> new PlacedGpu(index, facts.gpuTypes().get(index)))
                .toList();
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
