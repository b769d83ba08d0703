package org.gatehouse.api.jobs;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One page of jobs as it is sent. */
public record JobPage(List<JobRow> items, @Nullable String next, Map<String, Integer> counts, long seq) {}
