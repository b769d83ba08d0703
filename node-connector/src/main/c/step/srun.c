#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Between TERM and KILL for a step that ends before its time. */
#define GRACE_SECONDS 10

struct course {
    int left, highest;
    long long end_at, kill_at; /* milliseconds; -1: never */
    bool ending, aborted;
};

static long long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void signal_tasks(const struct step *s, int sig) {
    for (int i = 0; i < s->tasks; i++)
        if (s->task[i].pid) kill(-s->task[i].pid, sig);
}

static void end_step(const struct step *s, struct course *c) {
    if (c->ending) return;
    c->ending = true;
    say("Terminating StepId=%s.%d", s->job, s->id);
    signal_tasks(s, SIGTERM);
    signal_tasks(s, SIGCONT);
    c->kill_at = now_ms() + GRACE_SECONDS * 1000;
}

static void task_ended(struct step *s, struct course *c, int rank, int status) {
    struct task *t = &s->task[rank];
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const char *node = s->place[t->place].node->name;
    kill(-t->pid, SIGKILL); /* what it left in its group */
    t->pid = 0;
    c->left--;
    /* What is ended because another failed does not hide the exit code of the one that did. */
    if (code > c->highest && !(c->aborted && WIFSIGNALED(status))) c->highest = code;
    if (WIFSIGNALED(status)) say("error: %s: task %d: %s", node, rank, strsignal(WTERMSIG(status)));
    else if (code) say("error: %s: task %d: Exited with exit code %d", node, rank, code);
    if (code && s->o.kill_on_bad && c->left > 0) {
        end_step(s, c);
        c->aborted = true;
    }
    if (s->o.wait_seconds > 0 && c->end_at < 0 && c->left > 0) c->end_at = now_ms() + s->o.wait_seconds * 1000LL;
}

static void reap(struct step *s, struct course *c) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (int i = 0; i < s->tasks; i++)
            if (s->task[i].pid == pid) {
                task_ended(s, c, i, status);
                break;
            }
}

/* The runner signals every process of the job itself; handed on, the same signal would reach the tasks twice. */
static bool from_runner(pid_t sender) {
    char path[64], name[32] = "";
    if (sender == 0) return true; /* from outside this view of processes */
    snprintf(path, sizeof path, "/proc/%d/comm", (int)sender);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, name, sizeof name - 1);
    close(fd);
    return n > 0 && strcmp(name, "gatehouse-run\n") == 0;
}

static void take_signals(struct step *s, struct course *c, int signals) {
    struct signalfd_siginfo got;
    while (read(signals, &got, sizeof got) == sizeof got) {
        if (got.ssi_signo == SIGCHLD) reap(s, c);
        else if (!from_runner((pid_t)got.ssi_pid)) signal_tasks(s, (int)got.ssi_signo);
    }
}

static int patience(const struct course *c) {
    long long at = c->kill_at >= 0 ? c->kill_at : c->end_at, left = at - now_ms();
    return at < 0 ? -1 : left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

static void act_on_time(const struct step *s, struct course *c) {
    if (c->kill_at >= 0 && now_ms() >= c->kill_at) {
        signal_tasks(s, SIGKILL);
        c->kill_at = now_ms() + 1000;
    } else if (!c->ending && c->end_at >= 0 && now_ms() >= c->end_at) {
        if (s->o.limit_seconds > 0) say("error: StepId=%s.%d: its time is over", s->job, s->id);
        end_step(s, c);
    }
}

/* What to wait for: signals first, then streams, then tasks that have not taken all of the input, then the input. */
static int gather(const struct step *s, const struct stream *streams, int stream_count, int in, struct pollfd *p) {
    int n = 1 + stream_count;
    for (int i = 0; i < stream_count; i++) p[1 + i] = (struct pollfd){.fd = streams[i].from, .events = POLLIN};
    if (in < 0) return n;
    if (!input_waits()) p[n++] = (struct pollfd){.fd = in, .events = POLLIN};
    else
        for (int i = 0; i < s->tasks; i++)
            if (s->task[i].in >= 0) p[n++] = (struct pollfd){.fd = s->task[i].in, .events = POLLOUT};
    return n;
}

/* So long what is left in the pipes is passed on; who still writes then has left the step. */
#define DRAIN_MS 200

static bool any_open(const struct stream *streams, int count) {
    for (int i = 0; i < count; i++)
        if (streams[i].from >= 0) return true;
    return false;
}

static int run(struct step *s, int signals) {
    struct stream *streams = need(calloc((size_t)s->tasks * 2, sizeof *streams));
    struct pollfd *p = need(calloc((size_t)s->tasks * 3 + 2, sizeof *p));
    struct course c = {.left = s->tasks, .end_at = s->o.limit_seconds > 0 ? now_ms() + s->o.limit_seconds * 1000LL : -1, .kill_at = -1};
    int stream_count = 0;
    tasks_start(s, streams, &stream_count);
    int in = input_begin(s);
    p[0] = (struct pollfd){.fd = signals, .events = POLLIN};
    while (c.left > 0) {
        int n = gather(s, streams, stream_count, in, p);
        if (poll(p, (nfds_t)n, patience(&c)) < 0 && errno != EINTR) break;
        for (int i = 0; i < stream_count; i++)
            if (streams[i].from >= 0 && p[1 + i].revents) stream_read(s, &streams[i]);
        bool input = false;
        for (int i = 1 + stream_count; i < n; i++) input = input || p[i].revents;
        if (input && !input_pump(s, in)) in = -1;
        if (p[0].revents) take_signals(s, &c, signals);
        act_on_time(s, &c);
    }
    /* What is still in the pipes; who left the step's group and keeps one open is not waited for. */
    for (long long until = now_ms() + DRAIN_MS; any_open(streams, stream_count) && now_ms() < until;) {
        int n = gather(s, streams, stream_count, -1, p);
        p[0].fd = -1;
        if (poll(p, (nfds_t)n, DRAIN_MS / 2) == 0) break;
        for (int i = 0; i < stream_count; i++)
            if (streams[i].from >= 0 && p[1 + i].revents) stream_read(s, &streams[i]);
    }
    for (int i = 0; i < stream_count; i++) stream_end(s, &streams[i]);
    return c.highest;
}

static int take_signals_as_bytes(void) {
    static const int taken[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) sigaddset(&set, taken[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0) refuse("signals cannot be taken: %s", strerror(errno));
    return fd;
}

int main(int argc, char **argv) {
    static struct step s;
    const char *shares = getenv("GATEHOUSE_SHARES");
    options_read(argc, argv, &s.o);
    s.job = getenv("SLURM_JOB_ID");
    if (!s.job || !shares) refuse("this is not inside a job of Gatehouse (SLURM_JOB_ID and GATEHOUSE_SHARES are not set); send a script that calls srun");
    if (!shares_read(shares, &s.shares)) refuse("GATEHOUSE_SHARES is malformed: %s", shares);
    layout(&s);
    slots_take(&s);
    s.task = need(calloc((size_t)s.tasks, sizeof *s.task));
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < (rlim_t)s.tasks * 4 + 64 && files.rlim_max > files.rlim_cur) {
        files.rlim_cur = files.rlim_max < (rlim_t)s.tasks * 4 + 64 ? files.rlim_max : (rlim_t)s.tasks * 4 + 64;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    return run(&s, take_signals_as_bytes());
}
