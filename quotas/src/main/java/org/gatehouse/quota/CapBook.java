package org.gatehouse.quota;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The caps of all teams and what is used of them. Use of a cap is the sum of live leases of the team and of those below
 * it, so a lease counts at each level up to the root. Not safe for several threads.
 *
 * <p>Cost of a question or a lease: one look-up per level.
 */
public final class CapBook {

    private final Map<TeamPath, GpuCap> caps;
    private final GpuCap otherwise;
    private final Map<TeamPath, GpuCount> used = new HashMap<>();

    /** @param otherwise the cap of a team that is not in {@code caps} */
    public CapBook(Map<TeamPath, GpuCap> caps, GpuCap otherwise) {
        this.caps = Map.copyOf(caps);
        this.otherwise = otherwise;
    }

    /** A book of its own with the same caps and leases. */
    public CapBook copy() {
        var copy = new CapBook(caps, otherwise);
        copy.used.putAll(used);
        return copy;
    }

    public GpuCap capOf(TeamPath team) {
        return caps.getOrDefault(team, otherwise);
    }

    public GpuCount usedBy(TeamPath team) {
        return used.getOrDefault(team, GpuCount.NONE);
    }

    /** The lowest cap on the way to the root that does not allow {@code asked} more; empty when all allow it. */
    public Optional<CapRefusal> refusal(TeamPath team, GpuCount asked) {
        if (asked.equals(GpuCount.NONE)) {
            return Optional.empty(); // a cap that was lowered under its use stops no work without GPUs
        }
        for (TeamPath level : team.upwards()) {
            GpuCount now = usedBy(level);
            if (capOf(level) instanceof GpuCap.AtMost(GpuCount most)
                    && !capOf(level).allows(now.plus(asked))) {
                return Optional.of(new CapRefusal(level, most, now, asked));
            }
        }
        return Optional.empty();
    }

    /** A cap that could never allow {@code asked}, even with nothing in use. */
    public Optional<CapRefusal> neverFits(TeamPath team, GpuCount asked) {
        return new CapBook(caps, otherwise).refusal(team, asked);
    }

    /** Books a lease, whatever the caps say. */
    public void lease(TeamPath team, GpuCount gpus) {
        team.upwards().forEach(level -> used.merge(level, gpus, GpuCount::plus));
    }
}
