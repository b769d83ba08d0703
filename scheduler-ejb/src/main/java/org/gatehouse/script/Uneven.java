package org.gatehouse.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gatehouse.script.CountValue.NodeRange;
import org.gatehouse.script.JobRequest.Part;
import org.gatehouse.script.PoolOffer.Node;

/** The last resort of a job whose tasks fit no nodes evenly: the largest nodes are filled first. */
final class Uneven {
    private final Spread spread;
    private final PoolOffer offer;
    private final Ground ground;

    Uneven(Spread spread, PoolOffer offer, Ground ground) {
        this.spread = spread;
        this.offer = offer;
        this.ground = ground;
    }

    /** Parts on the fewest nodes of the range that hold all tasks, the fullest first. */
    Optional<List<Part>> within(NodeRange range) {
        int tasks = spread.tasks().inAll().orElse(0);
        if (tasks == 0 || !spread.mayBeUneven()) {
            return Optional.empty();
        }
        return ground.choices().stream()
                .flatMap(nodes -> filled(room(nodes), tasks, range).stream())
                .findFirst();
    }

    /** How many tasks each node has room for: those it must have and then the largest first. */
    private List<Integer> room(List<Node> nodes) {
        var must = ground.placing().nodelist();
        return nodes.stream()
                .sorted(Comparator.comparing((Node node) -> !must.contains(node.name()))
                        .thenComparing(this::room, Comparator.reverseOrder()))
                .map(this::room)
                .filter(room -> room > 0)
                .toList();
    }

    private int room(Node node) {
        int least = 0;
        int most = Math.min(node.shape().cpus(), spread.tasks().perNode().orElse(Integer.MAX_VALUE));
        while (least < most) {
            int middle = (least + most + 1) / 2;
            boolean fits = Fit.fits(spread.partOf(1, middle, offer), node.shape());
            least = fits ? middle : least;
            most = fits ? most : middle - 1;
        }
        return least;
    }

    private Optional<List<Part>> filled(List<Integer> room, int tasks, NodeRange range) {
        long sum = 0;
        for (int nodes = 1; nodes <= Math.min(room.size(), range.most()); nodes++) {
            sum += room.get(nodes - 1);
            if (sum >= tasks && nodes >= range.least()) {
                return Optional.of(parts(room.subList(0, nodes), tasks));
            }
        }
        return Optional.empty();
    }

    private List<Part> parts(List<Integer> room, int tasks) {
        var sizes = room.stream().sorted(Comparator.reverseOrder()).toList();
        var parts = new ArrayList<Part>();
        int left = tasks;
        for (int at = 0; at < sizes.size(); at++) {
            int here = Math.min(sizes.get(at), left - (sizes.size() - 1 - at));
            Spread.merge(parts, spread.partOf(1, here, offer));
            left -= here;
        }
        return parts;
    }
}
