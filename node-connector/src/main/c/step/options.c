#include "step.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void say(const char *format, ...) {
    char line[4096];
    va_list args;
    va_start(args, format);
    int n = snprintf(line, sizeof line, "srun: ");
    n += vsnprintf(line + n, sizeof line - (size_t)n - 1, format, args);
    va_end(args);
    if (n > (int)sizeof line - 2) n = (int)sizeof line - 2;
    line[n] = '\n';
    fflush(stderr);
    fwrite(line, 1, (size_t)n + 1, stderr);
    fflush(stderr);
}

void refuse(const char *format, ...) {
    char text[4000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say("error: %s", text);
    exit(1);
}

enum { NOTHING = 256, PER_NODE, GPUS_PER_TASK, GPUS_PER_NODE, GRES, EXPORT, OVERLAP, MPI, OPEN_MODE, JOBID, DISTRIBUTION, REFUSED };

struct known {
    const char *name;
    int argument, code;
    const char *why; /* for what is refused: what to do instead */
};

/* The rule for what has no effect here: it changes neither what runs, nor where, nor with what. */
static const struct known known[] = {
    {"ntasks", 1, 'n', 0}, {"nodes", 1, 'N', 0}, {"ntasks-per-node", 1, PER_NODE, 0}, {"gpus-per-task", 1, GPUS_PER_TASK, 0},
    {"gpus-per-node", 1, GPUS_PER_NODE, 0}, {"gpus", 1, 'G', 0}, {"gres", 1, GRES, 0}, {"cpus-per-task", 1, 'c', 0},
    {"label", 0, 'l', 0}, {"unbuffered", 0, 'u', 0}, {"export", 1, EXPORT, 0}, {"kill-on-bad-exit", 2, 'K', 0},
    {"nodelist", 1, 'w', 0}, {"overlap", 0, OVERLAP, 0}, {"oversubscribe", 0, OVERLAP, 0}, {"overcommit", 0, 'O', 0},
    {"chdir", 1, 'D', 0}, {"output", 1, 'o', 0}, {"error", 1, 'e', 0}, {"input", 1, 'i', 0}, {"open-mode", 1, OPEN_MODE, 0},
    {"time", 1, 't', 0}, {"wait", 1, 'W', 0}, {"mem", 1, NOTHING, 0}, {"mem-per-cpu", 1, NOTHING, 0}, {"mem-per-gpu", 1, NOTHING, 0},
    {"partition", 1, NOTHING, 0}, {"account", 1, NOTHING, 0}, {"qos", 1, NOTHING, 0}, {"cpu_bind", 1, NOTHING, 0}, {"mpi", 1, MPI, 0}, {"jobid", 1, JOBID, 0},
    {"distribution", 1, DISTRIBUTION, 0}, {"help", 0, 'h', 0}, {"usage", 0, 'h', 0}, {"version", 0, 'V', 0}, {"quiet", 0, 'Q', 0},
    {"exclusive", 2, NOTHING, 0}, {"exact", 0, NOTHING, 0}, {"cpu-bind", 1, NOTHING, 0}, {"gpu-bind", 1, NOTHING, 0},
    {"mem-bind", 1, NOTHING, 0}, {"hint", 1, NOTHING, 0}, {"threads-per-core", 1, NOTHING, 0}, {"verbose", 0, NOTHING, 0},
    {"job-name", 1, NOTHING, 0}, {"comment", 1, NOTHING, 0}, {"quit-on-interrupt", 0, NOTHING, 0}, {"no-kill", 2, NOTHING, 0},
    {"propagate", 2, NOTHING, 0}, {"disable-status", 0, NOTHING, 0}, {"resv-ports", 2, NOTHING, 0},
    {"pty", 2, REFUSED, "a task has no terminal here; open a terminal session on the page instead"},
    {"multi-prog", 0, REFUSED, "start a script that chooses by SLURM_PROCID"},
    {"het-group", 1, REFUSED, "jobs have one part here"},
    {"pack-group", 1, REFUSED, "jobs have one part here"},
    {"exclude", 1, REFUSED, "name the nodes with --nodelist"},
    {"relative", 1, REFUSED, "name the nodes with --nodelist"},
    {"ntasks-per-gpu", 1, REFUSED, "give --ntasks and --gpus-per-task"},
    {"cpus-per-gpu", 1, REFUSED, "give --cpus-per-task"},
    {"signal", 1, REFUSED, "ask for it when the job is sent: #SBATCH --signal"},
    {"task-prolog", 1, REFUSED, "start a script that does it first"},
    {"task-epilog", 1, REFUSED, "start a script that does it last"},
    {"prolog", 1, REFUSED, "do it in the job's script"},
    {"epilog", 1, REFUSED, "do it in the job's script"},
    {"container", 1, REFUSED, "start the container's own command"},
    {"uid", 1, REFUSED, "tasks run under the job's account"},
    {"gid", 1, REFUSED, "tasks run under the job's account"}};

#define KNOWN (sizeof known / sizeof *known)

static int number(const char *option, const char *text, int low) {
    char *end;
    long n = strtol(text, &end, 10);
    if (!*text || *end || n < low || n > 1000000) refuse("%s takes a number from %d on, not \"%s\"", option, low, text);
    return (int)n;
}

static int gpu_number(const char *option, const char *text) { /* 2, a100:2 */
    const char *colon = strrchr(text, ':');
    return number(option, colon ? colon + 1 : text, 0);
}

static void take_nodes(struct options *o, const char *text) { /* 2, 1-4 */
    char *low = need(strdup(text)), *high = low;
    strsep(&high, "-");
    o->nodes_low = number("--nodes", low, 1);
    o->nodes_high = high ? number("--nodes", high, o->nodes_low) : o->nodes_low;
}

static void take_gres(struct options *o, const char *text) {
    if (strcmp(text, "none") == 0) o->gpus_per_node = 0;
    else if (strcmp(text, "gpu") == 0) o->gpus_per_node = 1;
    else if (strncmp(text, "gpu:", 4) == 0 && !strchr(text, ',')) {
        const char *last = strrchr(text, ':') + 1;
        o->gpus_per_node = *last >= '0' && *last <= '9' && strspn(last, "0123456789") == strlen(last) ? number("--gres", last, 0) : 1;
    } else refuse("--gres=%s: only gpu:N is there", text);
}

/* minutes, minutes:seconds, hours:minutes:seconds, days-hours[:minutes[:seconds]] */
static int take_time(const char *text) {
    int d = 0, part[3] = {0}, n = 0, parts = 1, used = 0;
    const char *at = text, *dash = strchr(text, '-');
    if (strcmp(text, "0") == 0 || strcasecmp(text, "UNLIMITED") == 0 || strcasecmp(text, "INFINITE") == 0) return UNSET;
    if (dash) {
        if (sscanf(text, "%d-%n", &d, &used) != 1 || used == 0) refuse("--time=%s is no time", text);
        at = dash + 1;
    }
    for (const char *c = at; *c; c++) parts += *c == ':';
    for (char *copy = need(strdup(at)), *one; parts <= 3 && (one = strsep(&copy, ":")) != NULL;) part[n++] = number("--time", one, 0);
    if (parts > 3) refuse("--time=%s is no time", text);
    if (dash) return d * 86400 + part[0] * 3600 + part[1] * 60 + part[2];
    return parts == 3 ? part[0] * 3600 + part[1] * 60 + part[2] : part[0] * 60 + part[1];
}

static void usage(void) {
    puts("Usage: srun [options] program [arguments]\n"
         "Starts tasks of this job. Options that do something on this pool:\n"
         "  -n --ntasks  -N --nodes  --ntasks-per-node  -c --cpus-per-task  -w --nodelist  -O --overcommit  --overlap\n"
         "  -G --gpus  --gpus-per-task  --gpus-per-node  --gres=gpu:N  --export  -D --chdir\n"
         "  -l --label  -u --unbuffered  -o --output  -e --error  -i --input  --open-mode\n"
         "  -K --kill-on-bad-exit  -W --wait  -t --time  -Q --quiet\n"
         "What each does, and what has no effect here: Gatehouse's docs/environment.md.");
    exit(0);
}

static void take(struct options *o, int code, const char *value, const char *name) {
    switch (code) {
        case 'n': o->tasks = number("--ntasks", value, 1); break;
        case 'N': take_nodes(o, value); break;
        case PER_NODE: o->per_node = number("--ntasks-per-node", value, 1); break;
        case GPUS_PER_TASK: o->gpus_per_task = gpu_number("--gpus-per-task", value); break;
        case GPUS_PER_NODE: o->gpus_per_node = gpu_number("--gpus-per-node", value); break;
        case 'G': o->gpus = gpu_number("--gpus", value); break;
        case GRES: take_gres(o, value); break;
        case 'c': o->cpus = number("--cpus-per-task", value, 1); break;
        case 'l': o->label = true; break;
        case 'u': o->unbuffered = true; break;
        case EXPORT: o->export = value; break;
        case 'K': o->kill_on_bad = !value || number("--kill-on-bad-exit", value, 0) != 0; break;
        case 'w': o->nodes = value; break;
        case 's':
        case OVERLAP: o->overlap = true; break;
        case 'O': o->overcommit = true; break;
        case 'D': o->folder = value; break;
        case 'o': o->out = value; break;
        case 'e': o->err = value; break;
        case 'i': o->in = value; break;
        case 't': o->limit_seconds = take_time(value); break;
        case 'W': o->wait_seconds = number("--wait", value, 0); break;
        case 'Q': o->quiet = true; break;
        case OPEN_MODE:
            if (strcmp(value, "append") != 0 && strcmp(value, "truncate") != 0) refuse("--open-mode is append or truncate, not \"%s\"", value);
            o->append = *value == 'a';
            break;
        case MPI:
            if (strcmp(value, "none") != 0) refuse("--mpi=%s: srun starts no MPI here; start it with mpirun, or use --mpi=none", value);
            break;
        case DISTRIBUTION:
            if (strncmp(value, "block", 5) != 0) refuse("--distribution=%s: tasks are placed in blocks here; leave it out", value);
            break;
        case JOBID:
            if (!getenv("SLURM_JOB_ID") || strcmp(value, getenv("SLURM_JOB_ID")) != 0) refuse("--jobid=%s: a step runs in the job that starts it", value);
            break;
        case 'V':
            puts("srun of Gatehouse's local pool");
            exit(0);
        case 'h': usage(); break;
        case REFUSED: {
            const char *why = "";
            for (size_t i = 0; i < KNOWN; i++)
                if (strcmp(known[i].name, name) == 0) why = known[i].why;
            refuse("--%s cannot be honoured on this pool: %s", name, why);
        }
        default: break; /* accepted, no effect */
    }
}

void options_read(int argc, char **argv, struct options *o) {
    static struct option table[KNOWN + 1];
    for (size_t i = 0; i < KNOWN; i++) table[i] = (struct option){known[i].name, known[i].argument, NULL, known[i].code};
    *o = (struct options){.tasks = UNSET, .nodes_low = UNSET, .nodes_high = UNSET, .per_node = UNSET, .cpus = UNSET, .gpus_per_task = UNSET,
                          .gpus_per_node = UNSET, .gpus = UNSET, .wait_seconds = UNSET, .limit_seconds = UNSET};
    opterr = 0;
    for (;;) {
        int index = -1, before = optind;
        int code = getopt_long(argc, argv, "+:n:N:G:c:luK::w:sOD:o:e:i:t:W:QhVvJ:m:kp:A:q:", table, &index);
        if (code == -1) break;
        const char *word = argv[optind > before ? optind - 1 : before];
        if (code == ':') refuse("%s needs a value", argv[optind - 1]);
        if (code == '?' && optopt && optopt < 256) refuse("-%c is not known to this pool's srun; docs/environment.md lists its options", optopt);
        if (code == '?' && optopt) refuse("%s takes no value", word);
        if (code == '?') refuse("%s is not known to this pool's srun, or means more than one option; docs/environment.md lists them", word);
        if (code == 'm') code = DISTRIBUTION;
        take(o, code, optarg, index >= 0 ? known[index].name : "");
    }
    o->command = argv + optind;
    if (!*o->command) refuse("no program was named: srun [options] program [arguments]");
}
