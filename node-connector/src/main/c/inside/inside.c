/*
 * The first process of a sandbox: gatehouse-inside READY STATUS ENVIRONMENT SCRIPT [ARGUMENT...]. bubblewrap's own would tell the end as an exit
 * code only; this one tells the runner outside, through two pipes, whether the script could be run and exactly how it ended. It takes in
 * orphans and lasts as long as any of them: the runner ends what the script left behind.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct started { /* as in gatehouse.h */
    int error;
    char stage[16];
    long long pid;
};

static void tell(int ready, int error) {
    struct started s = {.error = error, .stage = "exec", .pid = 2};
    if (write(ready, &s, sizeof s) < 0) _exit(126);
    close(ready);
}

/* Words that each end with a zero byte. */
static char **read_environment(int fd) {
    struct stat st;
    size_t count = 0, done = 0;
    if (fstat(fd, &st) != 0) return NULL;
    size_t size = (size_t)st.st_size;
    char *bytes = malloc(size + 1), **env = calloc(size + 1, sizeof *env);
    if (!bytes || !env) return NULL;
    for (ssize_t n = 1; done < size && n > 0; done += n > 0 ? (size_t)n : 0) n = read(fd, bytes + done, size - done);
    close(fd);
    for (char *at = bytes; at < bytes + done; at += strlen(at) + 1) env[count++] = at;
    return env;
}

static void run(char **argv, char **env, int report) {
    sigset_t none;
    sigemptyset(&none);
    for (int sig = 1; sig < NSIG; sig++) signal(sig, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_DUMPABLE, 1);
    execve(argv[0], argv, env);
    int error = errno;
    if (write(report, &error, sizeof error) < 0) _exit(126);
    _exit(127);
}

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    int ready = atoi(argv[1]), status_pipe = atoi(argv[2]), report[2], status = 0, error = 0;
    sigset_t all;
    prctl(PR_SET_NAME, "gatehouse-in");
    prctl(PR_SET_DUMPABLE, 0); /* nothing of the job's looks into the one that tells how it ended */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    fcntl(ready, F_SETFD, FD_CLOEXEC);
    fcntl(status_pipe, F_SETFD, FD_CLOEXEC);
    char **env = read_environment(atoi(argv[3]));
    if (!env || pipe2(report, O_CLOEXEC) != 0) return 71;
    pid_t script = fork();
    if (script < 0) return 71;
    if (script == 0) run(argv + 4, env, report[1]);
    close(report[1]);
    if (read(report[0], &error, sizeof error) == sizeof error) {
        tell(ready, error);
        return 127;
    }
    tell(ready, 0);
    for (pid_t ended = 0; ended != script;) {
        ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR) break;
    }
    if (write(status_pipe, &status, sizeof status) < 0) return 71;
    for (int fd = 0; fd < 3; fd++) close(fd); /* the logs are the job's */
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
    return 0;
}
