package org.gatehouse.script;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which of the submitter's variables a job sees; the portal's own are never among them. */
public sealed interface ExportMode {

    /**
     * The variables a job gets from whoever submits it.
     *
     * @param submitters the submitter's variables; of them {@code SBATCH_*} and {@code SLURM_*} are never handed on
     */
    default Map<String, String> environment(Map<String, String> submitters) {
        var job = new LinkedHashMap<String, String>();
        switch (this) {
            case All all -> job.putAll(ownOf(submitters));
            case None none -> {}
            case Listed listed -> {
                var own = ownOf(submitters);
                if (listed.andAll()) {
                    job.putAll(own);
                }
                listed.names().stream()
                        .filter(own::containsKey)
                        .forEach(name -> job.put(name, own.getOrDefault(name, "")));
                job.putAll(listed.values());
            }
        }
        return job;
    }

    private static Map<String, String> ownOf(Map<String, String> submitters) {
        var own = new LinkedHashMap<String, String>(submitters);
        own.keySet().removeIf(name -> name.startsWith("SBATCH_") || name.startsWith("SLURM_"));
        return own;
    }

    record All() implements ExportMode {}

    record None() implements ExportMode {}

    /**
     * Named ones.
     *
     * @param andAll the list began with ALL: these on top of everything
     * @param names taken from the submitter's environment
     * @param values set here
     */
    record Listed(boolean andAll, List<String> names, Map<String, String> values) implements ExportMode {
        public Listed {
            names = List.copyOf(names);
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }
}
