package org.gatehouse.scheduler.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gatehouse.scheduler.job.Part;
import org.gatehouse.scheduler.plan.Plan.Placement;
import org.gatehouse.scheduler.plan.Snapshot.Ask;
import org.gatehouse.script.Constraint;
import org.gatehouse.script.Constraint.Need;

/**
 * Places all nodes of a job, or none.
 *
 * <p>The parts of a job are nested: what holds a larger part holds a smaller one. So it is enough to serve the largest first,
 * each on the node it fits most tightly. Nodes named in a node list come first and take the largest part that they hold; a
 * feature that few nodes have is served before one that many have.
 *
 * <p>Cost: O(nodes of the job × candidates × GPUs a node), for each alternative of the constraint.
 */
final class Gang {

    private final Ask ask;
    private final List<NodeRoom> rooms;

    /** @param rooms that may be used now */
    Gang(Ask ask, List<NodeRoom> rooms) {
        this.ask = ask;
        this.rooms = rooms;
    }

    /**
     * One node's worth of a job.
     *
     * @param need what its node must have, if anything
     */
    private record Slot(Part part, Optional<Need> need) {}

    /**
     * Where it would lie: in the order of its parts, of equal ones by the nodes' names. Nothing is taken yet. A job over
     * several nodes that asks for GPUs of any type gets the same type everywhere where that can be had.
     */
    Optional<Map<NodeRoom, Placement>> place() {
        List<List<NodeRoom>> choices = new ArrayList<>();
        if (severalNodesWithAnyGpus()) {
            choices.addAll(rooms.stream()
                    .collect(Collectors.groupingBy(
                            room -> Set.copyOf(room.facts().gpuTypes()), LinkedHashMap::new, Collectors.toList()))
                    .values());
        }
        choices.add(rooms);
        return choices.stream()
                .flatMap(some -> alternatives().stream().map(alternative -> new Gang(ask, some).place(alternative)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private boolean severalNodesWithAnyGpus() {
        int nodes = ask.parts().stream().mapToInt(Part::nodes).sum();
        return nodes > 1
                && ask.parts().stream()
                        .flatMap(part -> part.shape().gpus().stream())
                        .anyMatch(gpu -> gpu.type().isEmpty());
    }

    private List<Constraint.Alternative> alternatives() {
        return ask.placing()
                .constraint()
                .map(Constraint::alternatives)
                .orElse(List.of(new Constraint.Alternative(List.of())));
    }

    private Optional<Map<NodeRoom, Placement>> place(Constraint.Alternative alternative) {
        List<Slot> slots = slots(alternative);
        Map<NodeRoom, Placement> placed = new LinkedHashMap<>();
        for (String name : ask.placing().nodelist()) {
            Optional<NodeRoom> named = rooms.stream()
                    .filter(room -> room.facts().name().equals(name))
                    .findFirst();
            Optional<Slot> slot = named.flatMap(
                    room -> slots.stream().filter(s -> fits(s, room)).findFirst());
            if (slot.isEmpty()) {
                return Optional.empty();
            }
            placed.put(named.get(), put(slot.get(), named.get()));
            slots.remove(slot.get());
        }
        for (Slot slot : slots) {
            Optional<NodeRoom> room = rooms.stream()
                    .filter(r -> !placed.containsKey(r) && fits(slot, r))
                    .min(tightestFirst());
            if (room.isEmpty()) {
                return Optional.empty();
            }
            placed.put(room.get(), put(slot, room.get()));
        }
        return Optional.of(inOrder(placed));
    }

    /** The largest parts first, then by name: ranks go through the nodes in this order. */
    private static Map<NodeRoom, Placement> inOrder(Map<NodeRoom, Placement> placed) {
        Map<NodeRoom, Placement> ordered = new LinkedHashMap<>();
        placed.entrySet().stream()
                .sorted(Comparator.comparing(
                                Map.Entry<NodeRoom, Placement>::getValue,
                                Comparator.comparingInt(Placement::tasks).reversed())
                        .thenComparing(entry -> entry.getKey().facts().name()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    /** The largest part first; of equal ones those whose need the fewest nodes meet. */
    private List<Slot> slots(Constraint.Alternative alternative) {
        List<Need> needs = new ArrayList<>();
        List<Need> forAll = new ArrayList<>();
        for (Need need : alternative.needs()) {
            if (need.nodes() == 0) {
                forAll.add(need);
            }
            for (int n = 0; n < need.nodes(); n++) {
                needs.add(need);
            }
        }
        needs.sort(Comparator.comparingLong(this::nodesThatMeet));
        List<Slot> slots = new ArrayList<>();
        for (Part part : ask.parts()) {
            for (int n = 0; n < part.nodes(); n++) {
                Optional<Need> own = needs.isEmpty() ? Optional.empty() : Optional.of(needs.removeFirst());
                slots.add(new Slot(part, own.or(() -> forAll.stream().findFirst())));
            }
        }
        return slots;
    }

    private long nodesThatMeet(Need need) {
        return rooms.stream()
                .filter(room -> need.passes(room.facts().features()))
                .count();
    }

    private boolean fits(Slot slot, NodeRoom room) {
        Set<String> features = room.facts().features();
        return slot.need().map(need -> need.passes(features)).orElse(true)
                && room.place(slot.part(), ask.placing().exclusive()).isPresent();
    }

    private Placement put(Slot slot, NodeRoom room) {
        return room.place(slot.part(), ask.placing().exclusive()).orElseThrow();
    }

    /** Fewest GPUs left over, then fewest CPUs; nodes without GPUs before all for a job that asks for none. */
    private static Comparator<NodeRoom> tightestFirst() {
        return Comparator.comparingInt(NodeRoom::freeGpus)
                .thenComparingInt(NodeRoom::freeCpus)
                .thenComparing(room -> room.facts().name());
    }
}
