package org.gatehouse.script;

import java.util.List;
import org.gatehouse.script.JobRequest.Placing;
import org.gatehouse.script.PoolOffer.Node;
import org.jspecify.annotations.Nullable;

/**
 * The nodes a job may have: those of its partition that are not excluded and have the features it asks for.
 *
 * @param choices one list for each alternative of its constraint; empty lists are left out
 * @param leastNodes what its list of nodes and the counts of its constraint make it need
 * @param partition null when it is not known, which has been said
 */
record Ground(
        Placing placing,
        List<List<Node>> choices,
        int leastNodes,
        @Nullable String partition) {
    Ground {
        choices = choices.stream()
                .filter(nodes -> !nodes.isEmpty())
                .map(List::copyOf)
                .toList();
    }

    /** The most nodes it could have. */
    int size() {
        return choices.stream().mapToInt(List::size).max().orElse(0);
    }
}
