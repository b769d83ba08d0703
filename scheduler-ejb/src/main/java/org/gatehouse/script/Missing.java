package org.gatehouse.script;

import java.util.Map;
import java.util.Optional;

/**
 * Commands that clusters have and a pool lacks.
 *
 * @param name said once each
 * @param what of the sentence "the pool has ..."
 */
record Missing(String name, String what, String hint) {
    /** How far behind a command its words are looked at. */
    static final int FAR = 200;

    private static final Map<String, PoolFeature> NEEDS = Map.of(
            "srun", PoolFeature.SRUN,
            "mpirun", PoolFeature.MPI,
            "mpiexec", PoolFeature.MPI,
            "module", PoolFeature.MODULES,
            "ml", PoolFeature.MODULES);
    private static final Map<String, String> OF_SLURM = Map.of(
            "sbatch", "submit each job here by itself, or use --array and --dependency",
            "squeue", "look at the list of jobs here",
            "sacct", "look at the list of jobs here",
            "scancel", "cancel on the page of the job; in the script, exit ends it",
            "sinfo", "look at the pool's page",
            "scontrol", "only scontrol show hostnames and scontrol show hostlist are there");

    /** @param behind the words behind the command */
    static Optional<Missing> of(String word, String behind, PoolOffer offer) {
        PoolFeature feature = NEEDS.get(word);
        if (feature != null && !offer.honours(feature)) {
            return Optional.of(new Missing(
                    word,
                    "none",
                    feature == PoolFeature.MODULES
                            ? "load what you need by PATH or an environment of your own"
                            : "start the program without it, or put its folder in PATH"));
        }
        if (word.equals("srun")) {
            return ofSrun(behind);
        }
        boolean there =
                word.equals("scontrol") && behind.strip().matches("show\\s+(?:hostnames?|hostlist(?:sorted)?)\\b.*");
        return there
                ? Optional.empty()
                : Optional.ofNullable(OF_SLURM.get(word)).map(hint -> new Missing(word, "no Slurm commands", hint));
    }

    private static Optional<Missing> ofSrun(String behind) {
        String words = behind + " ";
        if (words.contains(" --pty ")) {
            return Optional.of(new Missing(
                    "srun --pty", "no terminal for a job", "start the program without --pty, as nobody types into it"));
        }
        return words.contains(" --multi-prog ")
                ? Optional.of(new Missing(
                        "srun --multi-prog", "no --multi-prog", "start the programs with & and end with wait"))
                : Optional.empty();
    }
}
