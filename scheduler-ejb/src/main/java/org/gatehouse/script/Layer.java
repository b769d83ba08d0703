package org.gatehouse.script;

/** Where a setting comes from; a later layer wins over those before it. */
enum Layer {
    SCRIPT,
    /** The {@code SBATCH_*} variables of whoever submits. */
    ENVIRONMENT,
    /** Fields of the request, as options on sbatch's command line. */
    REQUEST
}
