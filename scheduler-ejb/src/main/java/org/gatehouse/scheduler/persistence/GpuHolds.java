package org.gatehouse.scheduler.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.gatehouse.scheduler.access.Viewer;
import org.jspecify.annotations.Nullable;

/** Which job is on which GPU. */
public final class GpuHolds {

    private GpuHolds() {}

    public record Hold(String pool, String node, int gpuIndex, long jobId) {}

    /** Holds of jobs that the viewer may see. */
    public static List<Hold> visible(Connection c, Viewer viewer) throws SQLException {
        List<@Nullable Object> parameters = new ArrayList<>();
        String visible = JobList.everything(viewer, parameters);
        return Sql.list(
                c,
                row -> new Hold(
                        row.getString("pool"), row.getString("node"), row.getInt("gpu_index"), row.getLong("job_id")),
                "SELECT h.pool, h.node, h.gpu_index, a.job_id FROM gpu_hold h JOIN attempt a ON a.id = h.attempt_id"
                        + " JOIN job j ON j.id = a.job_id WHERE " + visible,
                parameters.toArray());
    }
}
