#include "gatehouse.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* From fork to exec. A process of the same person may stop the child just there; then its start has failed. */
#define EXEC_SECONDS 5

/* After its end the main process may leave others behind; they get this long between TERM and KILL. */
#define LEFTOVER_GRACE_SECONDS 2

enum cause { NONE, CANCELLED, TIME_LIMIT, OUT_OF_MEMORY };

struct usage {
    double cpu_seconds;
    long max_rss_kib;
};

static long long mono_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void fail(int report, const char *stage) {
    struct started result = {.error = errno ? errno : EINVAL};
    strncpy(result.stage, stage, sizeof result.stage - 1);
    if (write(report, &result, sizeof result) < 0) _exit(126);
    _exit(127);
}

/* When the whole machine runs out of memory, a job goes before the portal and the database do. */
#define JOB_OOM_SCORE "300"

static void prefer_for_oom(const char *score) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (write(fd, score, strlen(score)) < 0) errno = 0; /* a wish */
    close(fd);
}

/* From here on the process is the person's; nothing of root, the portal or the runner is left in it. */
static void become_job(const struct settings *s, struct attempt *a, int report, int status) {
    sigset_t none;
    struct rlimit no_core = {0, 0};
    sigemptyset(&none);
    setsid();
    if (!group_enter(a)) fail(report, "memory");
    prefer_for_oom(JOB_OOM_SCORE);
    own_view(s, a);
    int in = open("/dev/null", O_RDONLY);
    if (in < 0 || dup2(in, 0) < 0 || dup2(a->out, 1) < 0 || dup2(a->err, 2) < 0) fail(report, "log-open");
    if (in > 2) close(in);
    setrlimit(RLIMIT_CORE, &no_core);
    umask(0022);
    if (!s->single && (setgroups(0, NULL) != 0 || setresgid(a->uid, a->uid, a->uid) != 0 || setresuid(a->uid, a->uid, a->uid) != 0))
        fail(report, "account");
    if (!s->single && (setuid(0) == 0 || seteuid(0) == 0)) fail(report, "account");
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int sig = 1; sig < NSIG; sig++) signal(sig, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(3, ~0U, 1u << 2 /* CLOSE_RANGE_CLOEXEC */);
    if (s->sandbox) { /* its folder is walked inside, where no symlink leads out */
        sandbox_exec(s, a, report, status);
        fail(report, "sandbox");
    }
    if (chdir(a->cwd) != 0) fail(report, "cwd");
    execve(a->argv[0], a->argv, a->env);
    fail(report, "exec");
}

/* Keeps of root only the right to signal: the runner ends what it started and can do nothing else. */
static void drop_root(const struct settings *s) {
    if (s->single) return;
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct caps[2] = {{.effective = 1u << CAP_KILL, .permitted = 1u << CAP_KILL}};
    if (setgroups(0, NULL) != 0 || setresgid(s->portal_gid, s->portal_gid, s->portal_gid) != 0 ||
        prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0 || setresuid(s->run_uid, s->run_uid, s->run_uid) != 0 ||
        syscall(SYS_capset, &head, caps) != 0)
        _exit(71);
}

/* Takes in every ended child; true when the main process is among them. */
static bool reap(pid_t main_pid, int *status, struct usage *use) {
    bool ended = false;
    for (;;) {
        struct rusage r;
        int st;
        pid_t pid = wait4(-1, &st, WNOHANG, &r);
        if (pid <= 0) return ended;
        use->cpu_seconds += (double)r.ru_utime.tv_sec + (double)r.ru_stime.tv_sec +
                            (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
        if (r.ru_maxrss > use->max_rss_kib) use->max_rss_kib = r.ru_maxrss;
        if (pid == main_pid) {
            ended = true;
            *status = st;
        }
    }
}

static void wait_signal(const sigset_t *set, long long until_ms, int *got) {
    long long left = until_ms - mono_ms();
    if (left < 0) left = 0;
    struct timespec t = {.tv_sec = left / 1000, .tv_nsec = (left % 1000) * 1000000};
    *got = sigtimedwait(set, NULL, &t);
}

/* Slurm's way: to the script's own process alone, or to what runs below an srun and not to the script. */
static void warn(const struct settings *s, const struct attempt *a, pid_t main_pid) {
    if (!a->warn_script) {
        tree_signal(s, a, STEPS, a->warn_signal);
        return;
    }
    pid_t script = s->sandbox ? tree_script(main_pid) : main_pid;
    if (script > 0) kill(script, a->warn_signal);
}

/* In a sandbox the first process inside tells how the script itself ended. */
static bool read_status(int pipe, int *status) {
    int inner;
    if (pipe < 0 || read(pipe, &inner, sizeof inner) != sizeof inner) return false;
    *status = inner;
    return true;
}

/* What is known of a run while it is watched. */
struct course {
    pid_t main_pid;
    int told; /* where a sandbox tells its script's end; -1 without one */
    int status;
    enum cause cause;
    long long kill_at; /* after TERM was sent; -1 before */
    struct usage use;
};

static bool script_ended(struct course *c) {
    bool ended = reap(c->main_pid, &c->status, &c->use);
    return read_status(c->told, &c->status) || ended;
}

/* Waits for the end of the script. Some time before the limit it is warned, once; the limit and SIGTERM (a stop) end it:
   TERM, grace, KILL. */
static void watch(const struct settings *s, const struct attempt *a, const sigset_t *set, struct course *c) {
    long long limit = mono_ms() + a->limit_seconds * 1000;
    long long warn_at = a->warn_signal ? limit - a->warn_seconds * 1000 : limit; /* in the past: at once */
    bool warned = a->warn_signal == 0;
    for (;;) {
        int got;
        wait_signal(set, c->kill_at >= 0 ? c->kill_at : !warned && warn_at < limit ? warn_at : limit, &got);
        if (script_ended(c)) return;
        if (c->cause == NONE && got == SIGTERM) c->cause = CANCELLED;
        else if (c->cause == NONE && mono_ms() >= limit) c->cause = TIME_LIMIT;
        else if (c->cause == NONE && !warned && mono_ms() >= warn_at) {
            warned = true;
            warn(s, a, c->main_pid);
            continue;
        } else if (c->kill_at >= 0 && mono_ms() >= c->kill_at) {
            tree_kill(s, a);
            c->kill_at = mono_ms() + 200; /* again, for what was forked in between */
            continue;
        } else continue;
        tree_signal(s, a, ITS_PROCESSES, SIGTERM);
        tree_signal(s, a, ITS_PROCESSES, SIGCONT); /* a stopped process cannot act on TERM */
        c->kill_at = mono_ms() + a->grace_seconds * 1000;
    }
}

/* The script is over; what it started may not be. After a stop that had its TERM already and keeps what is left of the grace: tasks
   that save their state are not cut short because the shell above them went first. */
static void end_leftovers(const struct settings *s, const struct attempt *a, const sigset_t *set, struct course *c) {
    int ignored, got;
    if (c->kill_at < 0) {
        tree_signal(s, a, ITS_PROCESSES, SIGTERM);
        tree_signal(s, a, ITS_PROCESSES, SIGCONT);
        c->kill_at = mono_ms() + LEFTOVER_GRACE_SECONDS * 1000;
    }
    while ((mono_ms() >= c->kill_at ? tree_kill(s, a) : tree_signal(s, a, EVERYTHING, 0)) > 0) {
        wait_signal(set, mono_ms() + 50, &got);
        reap(-1, &ignored, &c->use);
    }
}

/* Written before anything runs: what cannot be written down is not started. */
static bool write_start(int dir) {
    char text[512], boot[37];
    boot_id(boot);
    int n = snprintf(text, sizeof text, "runner=%d\nrunner-ticks=%llu\nstarted-ms=%lld\nboot=%s\n", (int)getpid(),
                     process_start_ticks(getpid()), now_ms(), boot);
    return write_file(dir, "start", text, (size_t)n, 0640);
}

static void write_exit(const struct attempt *a, int dir, int status, enum cause cause, const struct usage *use) {
    static const char *const causes[] = {"none", "cancelled", "time-limit", "out-of-memory"};
    char text[512];
    int n = snprintf(text, sizeof text, "exit=%d\nsignal=%d\ncause=%s\nended-ms=%lld\ncpu-seconds=%.3f\nmax-rss-kib=%ld\n",
                     WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0, causes[cause],
                     now_ms(), use->cpu_seconds, use->max_rss_kib);
    /* A full disk must not lose an end: it is tried again until there is room. */
    while (!write_file(dir, "exit", text, (size_t)n, 0640)) sleep(1);
    char line[64];
    int size = snprintf(line, sizeof line, "%s\n", a->id);
    if (a->pulse >= 0 && write(a->pulse, line, (size_t)size) < 0) return; /* the portal's own poll finds it */
}

/* True when the process runs: without a sandbox the pipe is closed by a successful exec; in one the first process inside says so,
   and silence means that the sandbox was not made. Else result tells what went wrong. */
static bool wait_exec(const struct settings *s, int ready, struct started *result) {
    struct pollfd p = {.fd = ready, .events = POLLIN};
    long long until = mono_ms() + EXEC_SECONDS * 1000;
    int n;
    do n = poll(&p, 1, (int)(until - mono_ms() > 0 ? until - mono_ms() : 0));
    while (n < 0 && errno == EINTR);
    if (n == 0) {
        *result = (struct started){.error = ETIMEDOUT, .stage = "runner"};
        return false;
    }
    bool told = read(ready, result, sizeof *result) == sizeof *result;
    if (!s->sandbox) return !told;
    if (!told) *result = (struct started){.error = ECHILD, .stage = "sandbox"};
    return result->error == 0;
}

/* The job's process is not in the runner's account any more: what failed at its start is ended and forgotten. */
static void give_up(const struct settings *s, struct attempt *a, int dir, pid_t main_pid, int report, const struct started *result) {
    tree_kill(s, a);
    kill(main_pid, SIGKILL);
    unlinkat(dir, "start", 0);
    bool told = write(report, result, sizeof *result) == sizeof *result;
    while (waitpid(-1, NULL, 0) > 0);
    group_remove(a);
    _exit(!told);
}

static void let_go(const struct attempt *a, int dir, int status) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int kept[] = {dir, status, a->lock, a->pulse, a->group.procs, a->group.events, a->group.kill};
    for (int fd = 0; fd < 3 && null >= 0; fd++) dup2(null, fd);
    for (int fd = 3; fd < 256; fd++) { /* nothing of the spawner's stays open, least of all the portal's connection */
        bool keep = false;
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) keep = keep || kept[i] == fd;
        if (!keep) close(fd);
    }
}

void run_attempt(const struct settings *s, struct attempt *a, int report) {
    sigset_t set;
    int ready[2], told[2] = {-1, -1};
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGIO); /* the sandbox has told */
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    prctl(PR_SET_NAME, "gatehouse-run");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int dir = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0 || pipe2(ready, O_CLOEXEC) != 0 || chdir("/") != 0) fail(report, "runner");
    if (s->sandbox && pipe2(told, O_CLOEXEC) != 0) fail(report, "runner");
    if (!group_make(s, a)) fail(report, "memory");
    if (!write_start(dir)) fail(report, "run-folder");
    pid_t main_pid = fork();
    if (main_pid < 0) fail(report, "runner");
    if (main_pid == 0) {
        close(ready[0]);
        become_job(s, a, ready[1], told[1]);
    }
    close(ready[1]);
    if (s->sandbox) {
        close(told[1]);
        if (fcntl(told[0], F_SETOWN, getpid()) != 0 || fcntl(told[0], F_SETFL, O_NONBLOCK | O_ASYNC) != 0) fail(report, "runner");
    }
    drop_root(s);
    struct started result = {0};
    if (!wait_exec(s, ready[0], &result)) give_up(s, a, dir, main_pid, report, &result);
    if (faccessat(dir, "stop", F_OK, 0) == 0) kill(getpid(), SIGTERM); /* asked for before there was a start to be seen */
    result = (struct started){.pid = main_pid};
    if (write(report, &result, sizeof result) < 0) { /* nobody waits; the folder tells */
    }
    close(report);
    let_go(a, dir, told[0]);
    struct course c = {.main_pid = main_pid, .told = told[0], .kill_at = -1};
    watch(s, a, &set, &c);
    end_leftovers(s, a, &set, &c);
    /* As Slurm has it: once the kernel ended a process of the job for lack of memory, the job is out of memory, whatever its script
       made of that. An exit 0 after it is the dangerous case: a result without the part that is missing. */
    if (c.cause == NONE && group_saw_oom(a)) c.cause = OUT_OF_MEMORY;
    group_close(a);
    group_remove(a);
    write_exit(a, dir, c.status, c.cause, &c.use);
    _exit(0);
}
