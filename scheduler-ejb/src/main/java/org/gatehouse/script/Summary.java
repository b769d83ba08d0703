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
                + Words.count(resources.totalCpus(), "CPU") + tasks(resources) + ", " + memory(resources) + ", "
                + (request.array().isPresent()
                        ? "for each of " + array(request.array().get()) + ", "
                        : "")
                + "for at most " + Words.duration(request.label().timeLimit().limit()) + ".";
    }

    private static String array(ArrayAsk array) {
        return Words.count(array.indices().size(), "array task")
                + (array.atOnce().isPresent() ? " (" + array.atOnce().getAsInt() + " at a time)" : "");
    }

    private static String memory(Resources resources) {
        String most = memory(resources.memory());
        if (resources.nodes() == 1) {
            return most;
        }
        boolean same = resources.parts().stream().allMatch(part -> part.memory().equals(resources.memory()));
        return (same ? "" : "up to ") + most + (resources.memory() instanceof Memory.WholeNode ? "" : " on each");
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
