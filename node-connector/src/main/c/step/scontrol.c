#include "step.h"

#include <stdlib.h>
#include <string.h>

/*
 * The two calls of scontrol that scripts make inside a job to learn the names of their nodes. Everything else asks a Slurm controller,
 * and there is none.
 */
static int unknown(void) {
    fprintf(stderr, "scontrol: error: only \"show hostnames [list]\" and \"show hostlist name,...\" are there on this pool; "
                    "for jobs and nodes ask Gatehouse's pages or its API\n");
    return 1;
}

int main(int argc, char **argv) {
    int count = 0;
    if (argc < 3 || strcmp(argv[1], "show") != 0) return unknown();
    bool names = strncmp(argv[2], "hostname", 8) == 0 && (!argv[2][8] || strcmp(argv[2], "hostnames") == 0);
    if ((!names && strcmp(argv[2], "hostlist") != 0) || argc > 4) return unknown();
    const char *list = argc > 3 ? argv[3] : getenv("SLURM_JOB_NODELIST");
    if (!list || !*list) {
        fprintf(stderr, "scontrol: error: no list of nodes was given, and SLURM_JOB_NODELIST is not set\n");
        return 1;
    }
    char **all = names_expand(list, &count);
    if (!all) {
        fprintf(stderr, "scontrol: error: Invalid hostlist: %s\n", list);
        return 1;
    }
    if (!names) return puts(names_compress(all, count)) < 0;
    for (int i = 0; i < count; i++) puts(all[i]);
    return fflush(stdout) != 0;
}
