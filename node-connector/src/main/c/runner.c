#include "gatehouse.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
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

enum cause { NONE, CANCELLED, TIME_LIMIT };

struct usage {
    double cpu_seconds;
    long max_rss_kib;
};

static long long mono_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A view of the accounts in which the person has a name: whoami, ssh and getpwuid work. Where a private view of mounts
   cannot be had, the person is a number only. */
static void append_file(int to, const char *path) {
    char buffer[8192];
    int from = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t n; from >= 0 && (n = read(from, buffer, sizeof buffer)) > 0;)
        if (write(to, buffer, (size_t)n) != n) break;
    if (from >= 0) close(from);
}

static void name_account(const struct attempt *a, const char *file, const char *system, const char *line) {
    char path[PATH_LIMIT + 16];
    snprintf(path, sizeof path, "%s/%s", a->dir, file);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) return;
    if (write(fd, line, strlen(line)) == (ssize_t)strlen(line)) append_file(fd, system);
    fchmod(fd, 0644);
    close(fd);
    mount(path, system, NULL, MS_BIND, NULL);
}

static void own_view(const struct settings *s, const struct attempt *a) {
    char line[PATH_LIMIT + 128];
    if (s->single || unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return;
    snprintf(line, sizeof line, "%s:x:%u:%u::%s:/bin/bash\n", a->login, a->uid, a->uid, a->area);
    name_account(a, "passwd", "/etc/passwd", line);
    snprintf(line, sizeof line, "%s:x:%u:\n", a->login, a->uid);
    name_account(a, "group", "/etc/group", line);
}

static void fail(int report, const char *stage) {
    struct started result = {.error = errno ? errno : EINVAL};
    strncpy(result.stage, stage, sizeof result.stage - 1);
    if (write(report, &result, sizeof result) < 0) _exit(126);
    _exit(127);
}

/* From here on the process is the person's; nothing of root, the portal or the runner is left in it. */
static void become_job(const struct settings *s, struct attempt *a, int report) {
    sigset_t none;
    struct rlimit no_core = {0, 0};
    sigemptyset(&none);
    setsid();
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
    if (chdir(a->cwd) != 0) fail(report, "cwd");
    for (int sig = 1; sig < NSIG; sig++) signal(sig, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(3, ~0U, 1u << 2 /* CLOSE_RANGE_CLOEXEC */);
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

static pid_t parent_of(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0) return -1;
    text[n] = 0;
    char *at = strrchr(text, ')');
    return at && strlen(at) > 4 ? (pid_t)strtol(at + 4, NULL, 10) : -1;
}

struct process {
    pid_t pid, parent;
    bool mine;
};

static int all_processes(struct process **list) {
    int count = 0, room = 0;
    DIR *proc = opendir("/proc");
    *list = NULL;
    for (struct dirent *e; proc && (e = readdir(proc)) != NULL;) {
        char *end;
        long pid = strtol(e->d_name, &end, 10);
        if (*end || pid <= 0) continue;
        if (count == room) {
            room = room ? room * 2 : 256;
            struct process *grown = realloc(*list, (size_t)room * sizeof **list);
            if (!grown) break;
            *list = grown;
        }
        (*list)[count++] = (struct process){(pid_t)pid, parent_of((pid_t)pid), false};
    }
    if (proc) closedir(proc);
    return count;
}

/* Signals every process below the runner and tells how many there were. Orphans are below it too: it is their
   subreaper. Cost: one read of /proc, O(processes on the machine × depth of the tree). */
static int signal_tree(int sig) {
    struct process *list;
    int count = all_processes(&list), hit = 0;
    pid_t me = getpid();
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < count; i++) {
            if (list[i].mine) continue;
            bool below = list[i].parent == me;
            for (int k = 0; k < count && !below; k++) below = list[k].mine && list[k].pid == list[i].parent;
            if (below) list[i].mine = more = true;
        }
    }
    for (int i = 0; i < count; i++)
        if (list[i].mine) {
            hit++;
            if (sig) kill(list[i].pid, sig);
        }
    free(list);
    return hit;
}

/* Ends what forks faster than it is killed: everything is stopped, again and again, until a look finds nothing new; then it
   is killed. A stopped process neither forks nor ends. */
static int kill_tree(void) {
    int before = -1, now = signal_tree(SIGSTOP);
    for (int round = 0; round < 50 && now != before; round++) {
        before = now;
        now = signal_tree(SIGSTOP);
    }
    return signal_tree(SIGKILL);
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

/* Waits for the end of the main process; the time limit and SIGTERM (a stop) end it: TERM, grace, KILL. */
static enum cause watch(const struct attempt *a, pid_t main_pid, const sigset_t *set, int *status, struct usage *use) {
    enum cause cause = NONE;
    long long limit = mono_ms() + a->limit_seconds * 1000, kill_at = -1;
    for (;;) {
        int got;
        wait_signal(set, kill_at >= 0 ? kill_at : limit, &got);
        if (reap(main_pid, status, use)) return cause;
        if (cause == NONE && got == SIGTERM) cause = CANCELLED;
        else if (cause == NONE && mono_ms() >= limit) cause = TIME_LIMIT;
        else if (kill_at >= 0 && mono_ms() >= kill_at) {
            kill_tree();
            kill_at = mono_ms() + 200; /* again, for what was forked in between */
            continue;
        } else continue;
        signal_tree(SIGTERM);
        signal_tree(SIGCONT); /* a stopped process cannot act on TERM */
        kill_at = mono_ms() + a->grace_seconds * 1000;
    }
}

static void end_leftovers(const sigset_t *set, struct usage *use) {
    int ignored, got;
    if (signal_tree(SIGTERM) == 0) return;
    long long kill_at = mono_ms() + LEFTOVER_GRACE_SECONDS * 1000;
    do {
        wait_signal(set, mono_ms() + 50, &got);
        reap(-1, &ignored, use);
    } while ((mono_ms() >= kill_at ? kill_tree() : signal_tree(0)) > 0);
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
    static const char *const causes[] = {"none", "cancelled", "time-limit"};
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

/* True when the pipe is closed by a successful exec; else result tells what went wrong. */
static bool wait_exec(int ready, struct started *result) {
    struct pollfd p = {.fd = ready, .events = POLLIN};
    long long until = mono_ms() + EXEC_SECONDS * 1000;
    int n;
    do n = poll(&p, 1, (int)(until - mono_ms() > 0 ? until - mono_ms() : 0));
    while (n < 0 && errno == EINTR);
    if (n == 0) {
        *result = (struct started){.error = ETIMEDOUT, .stage = "runner"};
        return false;
    }
    return read(ready, result, sizeof *result) != sizeof *result;
}

void run_attempt(const struct settings *s, struct attempt *a, int report) {
    sigset_t set;
    int ready[2];
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    prctl(PR_SET_NAME, "gatehouse-run");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int dir = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0 || pipe2(ready, O_CLOEXEC) != 0 || chdir("/") != 0) fail(report, "runner");
    if (!write_start(dir)) fail(report, "run-folder");
    pid_t main_pid = fork();
    if (main_pid < 0) fail(report, "runner");
    if (main_pid == 0) {
        close(ready[0]);
        become_job(s, a, ready[1]);
    }
    close(ready[1]);
    drop_root(s);
    struct started result = {0};
    if (!wait_exec(ready[0], &result)) {
        kill(main_pid, SIGKILL);
        unlinkat(dir, "start", 0);
        if (write(report, &result, sizeof result) < 0) _exit(1);
        _exit(1);
    }
    if (faccessat(dir, "stop", F_OK, 0) == 0) kill(getpid(), SIGTERM); /* asked for before there was a start to be seen */
    result = (struct started){.pid = main_pid};
    if (write(report, &result, sizeof result) < 0) { /* nobody waits; the folder tells */
    }
    close(report);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3 && null >= 0; fd++) dup2(null, fd);
    for (int fd = 3; fd < 256; fd++) /* nothing of the spawner's stays open, least of all the portal's connection */
        if (fd != dir && fd != a->lock && fd != a->pulse) close(fd);
    int status = 0;
    struct usage use = {0};
    enum cause cause = watch(a, main_pid, &set, &status, &use);
    end_leftovers(&set, &use);
    write_exit(a, dir, status, cause, &use);
    _exit(0);
}
