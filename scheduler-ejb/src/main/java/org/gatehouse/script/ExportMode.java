package org.gatehouse.script;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which of the submitter's variables a job sees; the portal's own are never among them. */
public sealed interface ExportMode {

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
