#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *name, const char *value) {
    if (setenv(name, value, 1) != 0) exit(70);
}

static void put_number(const char *name, long value) {
    char text[32];
    snprintf(text, sizeof text, "%ld", value);
    put(name, text);
}

static char *numbers(const int *list, int count) {
    char *out;
    size_t size;
    FILE *to = need(open_memstream(&out, &size));
    for (int i = 0; i < count; i++) fprintf(to, i ? ",%d" : "%d", list[i]);
    fclose(to);
    return need(out);
}

/* What --export leaves of the environment: all of it; a list; or only what the job itself was given. */
static bool kept_always(const char *entry) {
    static const char *const names[] = {"PATH=", "HOME=", "USER=", "LOGNAME=", "SHELL=", "LANG=", "TMPDIR=", "SLURM", "GATEHOUSE_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(entry, names[i], strlen(names[i])) == 0) return true;
    return false;
}

/* NAME=value,NAME,...; a value with commas stands in quotes. */
static char *next_export(char **at) {
    char *from = *at, quote = 0;
    if (!from || !*from) return NULL;
    char *to = from, *out = from;
    for (; *to && (quote || *to != ','); to++) {
        if (quote ? *to == quote : *to == '\'' || *to == '"') quote = quote ? 0 : *to;
        else *out++ = *to;
    }
    *at = *to ? to + 1 : to;
    *out = 0;
    return from;
}

static void export_list(const char *list) {
    extern char **environ;
    char *copy = need(strdup(list)), *at = copy, **wanted = need(calloc(strlen(list) + 2, sizeof *wanted));
    int count = 0;
    bool all = false;
    for (char *one; (one = next_export(&at)) != NULL;) {
        if (strcmp(one, "ALL") == 0) all = true;
        else if (*one && strcmp(one, "NONE") != 0) wanted[count++] = one;
    }
    char **before = environ, *only[1] = {NULL};
    if (!all) {
        environ = only;
        for (char **e = before; *e; e++)
            if (kept_always(*e)) putenv(*e);
    }
    for (int i = 0; i < count; i++) {
        size_t n = strcspn(wanted[i], "=");
        if (wanted[i][n]) putenv(wanted[i]);
        for (char **e = before; *e && !wanted[i][n]; e++)
            if (strncmp(*e, wanted[i], n) == 0 && (*e)[n] == '=') putenv(*e);
    }
}

/* The same for every task. */
static void put_step(const struct step *s) {
    char **names = need(calloc((size_t)s->places, sizeof *names));
    int *tasks = need(calloc((size_t)s->places, sizeof *tasks));
    for (int i = 0; i < s->places; i++) {
        names[i] = s->place[i].node->name;
        tasks[i] = s->place[i].tasks;
    }
    char *per_node = repeats(tasks, s->places);
    if (s->o.export) export_list(s->o.export);
    put("SLURM_STEP_NODELIST", names_compress(names, s->places));
    put("SLURM_STEP_TASKS_PER_NODE", per_node);
    put("SLURM_TASKS_PER_NODE", per_node);
    put_number("SLURM_NTASKS", s->tasks);
    put_number("SLURM_NPROCS", s->tasks);
    put_number("SLURM_NNODES", s->places);
    put_number("SLURM_STEP_ID", s->id);
    put_number("SLURM_STEPID", s->id);
    put_number("SLURM_STEP_NUM_NODES", s->places);
    put_number("SLURM_STEP_NUM_TASKS", s->tasks);
    put_number("SLURM_CPUS_PER_TASK", s->cpus);
    if (s->o.per_node != UNSET) put_number("SLURM_NTASKS_PER_NODE", s->o.per_node);
    put("SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1");
    put("SLURM_SRUN_COMM_HOST", "127.0.0.1");
}

static void put_task(const struct step *s, int rank) {
    const struct task *t = &s->task[rank];
    const struct place *p = &s->place[t->place];
    int all[TASKS_LIMIT], each = s->o.gpus_per_task;
    for (int i = 0; i < p->tasks; i++) all[i] = p->first + i;
    char *step_gpus = numbers(p->gpu, p->gpu_count);
    char *gpus = each == UNSET ? step_gpus : numbers(p->gpu + t->local * each, each);
    put_number("SLURM_PROCID", rank);
    put_number("SLURM_LOCALID", t->local);
    put_number("SLURM_NODEID", t->place);
    put_number("SLURM_TASK_PID", getpid());
    put("SLURMD_NODENAME", p->node->name);
    put("SLURM_TOPOLOGY_ADDR", p->node->name);
    put("SLURM_GTIDS", numbers(all, p->tasks));
    put_number("SLURM_CPUS_ON_NODE", p->node->cpus);
    put("CUDA_VISIBLE_DEVICES", gpus);
    put("GPU_DEVICE_ORDINAL", gpus);
    if (p->gpu_count == 0) {
        unsetenv("SLURM_STEP_GPUS");
        unsetenv("SLURM_GPUS_ON_NODE");
        return;
    }
    put("SLURM_STEP_GPUS", step_gpus);
    put_number("SLURM_GPUS_ON_NODE", p->gpu_count);
}

/* %t task, %n its node's number, %N its node, %j job, %s step, %J both, %u user, %% itself; a number between pads. */
static char *file_name(const struct step *s, const char *pattern, int rank) {
    char *out;
    size_t size;
    FILE *to = need(open_memstream(&out, &size));
    const struct task *t = &s->task[rank];
    for (const char *c = pattern; *c; c++) {
        char *after = NULL;
        long width = *c == '%' ? strtol(c + 1, &after, 10) : 0;
        if (*c != '%' || !*after) {
            fputc(*c, to);
            continue;
        }
        int pad = width > 0 && width < 11 ? (int)width : 0;
        c = after;
        switch (*c) {
            case 't': fprintf(to, "%0*d", pad, rank); break;
            case 'n': fprintf(to, "%0*d", pad, t->place); break;
            case 's': fprintf(to, "%0*d", pad, s->id); break;
            case 'j':
            case 'A': fprintf(to, "%0*d", pad, atoi(s->job)); break;
            case 'J': fprintf(to, "%s.%d", s->job, s->id); break;
            case 'N': fputs(s->place[t->place].node->name, to); break;
            case 'u': fputs(getenv("USER") ? getenv("USER") : "", to); break;
            case 'x': fputs(getenv("SLURM_JOB_NAME") ? getenv("SLURM_JOB_NAME") : "", to); break;
            case '%': fputc('%', to); break;
            default: refuse("%%%c in a file name is not known; %%t %%n %%N %%j %%s %%J %%u %%x are", *c);
        }
    }
    fclose(to);
    return need(out);
}

static bool one_each(const char *pattern) { /* names a task or its node, padded or not */
    for (const char *c = pattern; (c = strchr(c, '%')) != NULL; c++) {
        c += strspn(c + 1, "0123456789") + 1;
        if (*c && strchr("tnN", *c)) return true;
        if (!*c) return false;
    }
    return false;
}

static int open_out(const struct step *s, const char *pattern, int rank) {
    if (strcmp(pattern, "none") == 0) return open("/dev/null", O_WRONLY | O_CLOEXEC);
    char *name = file_name(s, pattern, rank);
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | (s->o.append ? 0 : O_TRUNC), 0644);
    if (fd < 0) refuse("%s cannot be written: %s", name, strerror(errno));
    free(name);
    return fd;
}

/* Where the lines of a task's stream go; files of several tasks are opened once. */
static int sink(const struct step *s, const char *pattern, int rank, int standard, int *shared) {
    if (!pattern || strcmp(pattern, "all") == 0) return standard;
    if (one_each(pattern)) return open_out(s, pattern, rank);
    if (*shared < 0) *shared = open_out(s, pattern, rank);
    return *shared;
}

static bool same_file(int a, int b) {
    struct stat one, two;
    return a == b || (fstat(a, &one) == 0 && fstat(b, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

static void become_task(const struct step *s, int rank, int in, int out, int err, pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(137);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(70);
    for (int fd = 0; fd < 3; fd++) fcntl(fd, F_SETFD, 0);
    put_task(s, rank);
    for (int sig = 1; sig < NSIG; sig++) signal(sig, SIG_DFL); /* a shell starts what it puts behind itself deaf to INT */
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(s->o.command[0], s->o.command);
    int error = errno;
    dprintf(2, "srun: error: %s: task %d: %s: %s\n", s->place[s->task[rank].place].node->name, rank, s->o.command[0], strerror(error));
    _exit(error == ENOENT ? 2 : error == EACCES ? 13 : 1);
}

/* A pipe whose other end srun reads by lines; or the file itself when nothing is to be done with its lines. */
static int begin_stream(const struct step *s, struct stream *streams, int *count, int to, int rank) {
    int ends[2];
    if (s->o.unbuffered && !s->o.label) return to;
    if (pipe2(ends, O_CLOEXEC) != 0) refuse("no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    streams[(*count)++] = (struct stream){.from = ends[0], .to = to, .rank = s->o.label ? rank : -1};
    return ends[1];
}

static int task_input(struct step *s, int rank, int null) {
    const char *in = s->o.in;
    struct stat st;
    int ends[2];
    s->task[rank].in = -1;
    if (in && strcmp(in, "none") == 0) return null;
    if (in && *in >= '0' && *in <= '9' && strspn(in, "0123456789") == strlen(in)) return atoi(in) == rank ? 0 : null;
    if (in && strcmp(in, "all") != 0) {
        char *name = file_name(s, in, rank);
        int fd = open(name, O_RDONLY | O_CLOEXEC);
        if (fd < 0) refuse("%s cannot be read: %s", name, strerror(errno));
        free(name);
        return fd;
    }
    if (s->tasks == 1 || fstat(0, &st) != 0 || S_ISCHR(st.st_mode)) return 0;
    if (S_ISREG(st.st_mode)) { /* each reads it from where it stands, at its own pace */
        int fd = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
        if (fd >= 0 && lseek(fd, lseek(0, 0, SEEK_CUR), SEEK_SET) >= 0) return fd;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) refuse("no pipe: %s", strerror(errno));
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    s->task[rank].in = ends[1];
    return ends[0];
}

void tasks_start(struct step *s, struct stream *streams, int *stream_count) {
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC), shared_out = -1, shared_err = -1, rank = 0;
    pid_t me = getpid();
    put_step(s);
    if (s->o.folder && chdir(s->o.folder) != 0) refuse("--chdir=%s: %s", s->o.folder, strerror(errno));
    for (int p = 0; p < s->places; p++) {
        s->place[p].first = rank;
        for (int local = 0; local < s->place[p].tasks; local++) s->task[rank++] = (struct task){.place = p, .local = local, .in = -1};
    }
    for (rank = 0; rank < s->tasks; rank++) {
        int out_to = sink(s, s->o.out, rank, 1, &shared_out);
        int err_to = s->o.err ? sink(s, s->o.err, rank, 2, &shared_err) : s->o.out ? out_to : 2;
        int in = task_input(s, rank, null), out = begin_stream(s, streams, stream_count, out_to, rank);
        /* Two streams into one file keep their order when they are one. */
        int err = same_file(out_to, err_to) ? out : begin_stream(s, streams, stream_count, err_to, rank);
        pid_t pid = fork();
        if (pid == 0) become_task(s, rank, in, out, err, me);
        if (pid < 0) refuse("task %d cannot be started: %s", rank, strerror(errno)); /* with srun go those that were */
        setpgid(pid, pid);
        s->task[rank].pid = pid;
        if (in != 0 && in != null) close(in);
        if (out != out_to) close(out);
        if (err != err_to && err != out) close(err);
    }
}
