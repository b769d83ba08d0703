package org.gatehouse.script;

import org.gatehouse.script.JobRequest.Resources;

/** A request in one sentence. */
final class Summary {
    private Summary() {}

    static String refused(int errors) {
        return "Not accepted: " + Words.count(errors, "error") + ".";
    }

    static String of(JobRequest request) {
        Resources resources = request.resources();
        String gpus = resources.gpus().isEmpty() ? "No GPUs" : Words.gpus(resources.gpus());
        return gpus + " on " + (resources.nodes() == 1 ? "one node" : resources.nodes() + " nodes") + ", "
                + Words.count(resources.totalCpus(), "CPU") + tasks(resources) + ", " + memory(resources.memory())
                + ", for at most " + Words.duration(request.label().timeLimit().limit()) + ".";
    }

    private static String tasks(Resources resources) {
        return resources.tasks() == 1 ? "" : " for " + resources.tasks() + " tasks";
    }

    private static String memory(Memory memory) {
        return switch (memory) {
            case Memory.Mebibytes(long count) -> Words.mebibytes(count) + " memory";
            case Memory.WholeNode whole -> "all memory of the node";
        };
    }
}
