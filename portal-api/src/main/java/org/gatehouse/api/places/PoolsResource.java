package org.gatehouse.api.places;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.json.bind.annotation.JsonbProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gatehouse.node.spi.PoolInfo;
import org.gatehouse.scheduler.access.Viewer;
import org.gatehouse.scheduler.application.Places;
import org.gatehouse.scheduler.application.Places.NodeNow;
import org.gatehouse.scheduler.application.Places.PoolNow;
import org.gatehouse.scheduler.plan.Snapshot.NodeView;
import org.jspecify.annotations.Nullable;

/** Where work can run, with what is free now. */
@Path("pools")
@Dependent
@Produces(MediaType.APPLICATION_JSON)
public class PoolsResource {

    private final Viewer viewer;
    private final Places places;

    @Inject
    public PoolsResource(Viewer viewer, Places places) {
        this.viewer = viewer;
        this.places = places;
    }

    public record PoolList(List<Pool> items) {}

    public record Pool(
            String name,
            String kind,
            @JsonbProperty("default") boolean isDefault,
            boolean simulated,
            String isolation,
            @Nullable String unreachable,
            List<String> notices,
            List<Partition> partitions,
            List<Node> nodes) {}

    public record Partition(
            String name, @JsonbProperty("default") boolean isDefault, long defaultTimeSeconds, long maxTimeSeconds) {}

    public record Node(
            String name,
            String state,
            boolean simulated,
            List<String> partitions,
            int cpus,
            int cpusFree,
            long memoryMiB,
            long memoryFreeMiB,
            List<Gpu> gpus) {}

    public record Gpu(
            int index, String type, boolean free, @Nullable Long jobId) {}

    @GET
    public PoolList list() {
        return new PoolList(places.now(viewer).stream().map(PoolsResource::pool).toList());
    }

    private static Pool pool(PoolNow now) {
        PoolInfo info = now.info();
        return new Pool(
                info.name(),
                info.kind(),
                now.isDefault(),
                info.simulated(),
                info.isolation().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                now.unreachable().orElse(null),
                info.notices(),
                info.partitions().stream()
                        .map(p -> new Partition(
                                p.name(),
                                p.isDefault(),
                                p.defaultTime().toSeconds(),
                                p.maxTime().toSeconds()))
                        .toList(),
                now.nodes().stream().map(node -> node(node, now)).toList());
    }

    private static Node node(NodeNow now, PoolNow pool) {
        NodeView view = now.view();
        List<Gpu> gpus = new ArrayList<>();
        for (int index = 0; index < view.facts().gpuTypes().size(); index++) {
            gpus.add(new Gpu(
                    index,
                    view.facts().gpuTypes().get(index),
                    !view.heldGpus().contains(index),
                    now.jobs().get(index)));
        }
        return new Node(
                view.facts().name(),
                state(view, pool),
                pool.info().simulated(),
                view.facts().partitions(),
                view.facts().cpus(),
                view.freeCpus(),
                view.facts().memoryMiB(),
                view.freeMemoryMiB(),
                gpus);
    }

    private static String state(NodeView view, PoolNow pool) {
        if (pool.unreachable().isPresent()) {
            return "UNKNOWN";
        }
        if (!view.facts().up()) {
            return "DOWN";
        }
        boolean untouched =
                view.freeCpus() == view.facts().cpus() && view.heldGpus().isEmpty();
        boolean gpusGone = !view.facts().gpuTypes().isEmpty()
                && view.heldGpus().size() == view.facts().gpuTypes().size();
        if (untouched) {
            return "IDLE";
        }
        return view.freeCpus() == 0 || gpusGone ? "FULL" : "MIXED";
    }
}
