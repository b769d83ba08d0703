#include "gatehouse.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Not root: every job has the account of whoever started Gatehouse, so walls take the place of accounts. bubblewrap gives the job
 * namespaces of its own for users, processes, network (loopback only), IPC and mounts. What it sees is listed here and nothing else
 * is there: the system's programs, a few files of /etc, the person's folder, the script, and the folder with srun.
 * Everything outside (portal, database, other people) is neither a path, nor a process, nor an address inside.
 */
#define MOST_ARGS (FIELDS_LIMIT + 1024)

struct words {
    char *word[MOST_ARGS + 1];
    int count;
};

static void add(struct words *w, ...) {
    va_list args;
    va_start(args, w);
    for (char *one; (one = va_arg(args, char *)) != NULL;)
        if (w->count < MOST_ARGS) w->word[w->count++] = strdup(one);
    va_end(args);
    w->word[w->count] = NULL;
}

/* Files of /etc that programs need and that tell nothing of the machine's people. */
static const char *const etc[] = {
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "ssl/certs", "ssl/openssl.cnf", "ca-certificates", "pki/tls/certs",
    "nsswitch.conf", "host.conf", "gai.conf", "localtime", "timezone", "locale.alias", "locale.conf", "protocols", "services",
    "rpc", "mime.types", "magic", "terminfo", "inputrc", "profile", "profile.d", "bash.bashrc", "bashrc", "fonts", "os-release",
    "debian_version", "python3", "OpenCL", "vulkan", "nvidia", "java-17-openjdk", "java-21-openjdk", "perl", "R", "modulefiles"};

static const char *const links[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

static const char *bwrap(void) {
    static const char *const places[] = {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (access(places[i], X_OK) == 0) return places[i];
    return NULL;
}

static void add_system(struct words *w) {
    char target[PATH_LIMIT], path[PATH_LIMIT];
    add(w, "--ro-bind", "/usr", "/usr", NULL);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        ssize_t n = readlink(links[i], target, sizeof target - 1);
        if (n > 0) {
            target[n] = 0;
            add(w, "--symlink", target, links[i], NULL);
        } else {
            add(w, "--ro-bind-try", links[i], links[i], NULL);
        }
    }
    for (size_t i = 0; i < sizeof etc / sizeof *etc; i++) {
        snprintf(path, sizeof path, "/etc/%s", etc[i]);
        add(w, "--ro-bind-try", path, path, NULL);
    }
    add(w, "--proc", "/proc", "--dev", "/dev", "--ro-bind-try", "/sys", "/sys", NULL);
    add(w, "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/run", NULL);
}

static void add_devices(struct words *w) {
    static const char *const kinds[] = {"/dev/nvidia*", "/dev/dri", "/dev/kfd"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        glob_t found;
        if (glob(kinds[i], 0, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc; k++) add(w, "--dev-bind-try", found.gl_pathv[k], found.gl_pathv[k], NULL);
        globfree(&found);
    }
}

static void add_walls(struct words *w) {
    add(w, bwrap(), "--unshare-all", "--die-with-parent", "--as-pid-1", NULL);
    add_system(w);
    add_devices(w);
}

static bool below(const char *path, const char *folder) {
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static const char *why_not(const struct settings *s) {
    if (!bwrap()) return "bubblewrap is not installed (apt-get install bubblewrap)";
    if (!*s->tools) return "its tools are not beside the spawner";
    if (getuid() == 0) return "it is not for root";
    if (below(s->runs, "/usr") || below(s->areas, "/usr")) return "the state folder lies below /usr, which every job sees";
    return NULL;
}

/* Tried, not guessed: a machine may forbid namespaces in more than one way. */
bool sandbox_works(const struct settings *s) {
    const char *why = why_not(s);
    if (!why) {
        struct words w = {0};
        add_walls(&w);
        add(&w, "--", "/usr/bin/true", NULL);
        fflush(stderr);
        pid_t pid = fork();
        if (pid == 0) {
            char *none[] = {NULL};
            dup2(2, 1);
            execve(w.word[0], w.word, none);
            _exit(127);
        }
        int status = -1;
        if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0) return true;
        why = "bubblewrap cannot make one here (its message stands above)";
    }
    fprintf(stderr, "spawner: jobs get no sandbox: %s\n", why);
    return false;
}

/* The job's environment goes to the first process inside as a file. bwrap itself is still outside: with LD_PRELOAD in its own
   environment it would run the person's code in front of the walls. */
static int environment_file(char *const *env) {
    int fd = memfd_create("environment", 0);
    for (; fd >= 0 && *env; env++) {
        size_t size = strlen(*env) + 1;
        if (write(fd, *env, size) != (ssize_t)size) return -1;
    }
    return fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? fd : -1;
}

/* The job's process becomes bwrap; what it starts is the first process inside, which reports on the two pipes. */
void sandbox_exec(const struct settings *s, const struct attempt *a, int ready, int status) {
    static struct words w;
    char path[PATH_LIMIT + 64], target[64], first[PATH_LIMIT + 64], numbers[3][16], *none[] = {NULL};
    int env = environment_file(a->env);
    if (env < 0) return;
    write_views(a);
    add_walls(&w);
    static const char *const views[] = {"passwd", "group", "hosts"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        snprintf(path, sizeof path, "%s/%s", a->dir, views[i]);
        snprintf(target, sizeof target, "/etc/%s", views[i]);
        add(&w, "--ro-bind-try", path, target, NULL);
    }
    if (!below(s->runs, "/opt") && !below(s->areas, "/opt")) add(&w, "--ro-bind-try", "/opt", "/opt", NULL);
    snprintf(path, sizeof path, "%s/script", a->dir);
    add(&w, "--ro-bind", s->tools, s->tools, "--ro-bind", path, path, NULL);
    snprintf(path, sizeof path, "%s/steps", a->dir);
    add(&w, "--bind", path, path, "--bind", a->area, a->area, "--remount-ro", "/", "--chdir", a->cwd, NULL);
    snprintf(first, sizeof first, "%s/gatehouse-inside", s->tools);
    snprintf(numbers[0], sizeof numbers[0], "%d", ready);
    snprintf(numbers[1], sizeof numbers[1], "%d", status);
    snprintf(numbers[2], sizeof numbers[2], "%d", env);
    add(&w, "--", first, numbers[0], numbers[1], numbers[2], NULL);
    for (char **arg = a->argv; *arg; arg++)
        if (w.count < MOST_ARGS) w.word[w.count++] = *arg;
    if (w.count >= MOST_ARGS) {
        errno = E2BIG;
        return;
    }
    w.word[w.count] = NULL;
    fcntl(ready, F_SETFD, 0);
    fcntl(status, F_SETFD, 0);
    execve(w.word[0], w.word, none);
}
