#include "gatehouse.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/*
 * A cgroup for each attempt: GROUPS/<attempt id> with a memory limit. The spawner makes it as root; the process enters it before
 * it becomes the job, and no job can leave it. The runner stays outside, so that no lack of memory of the job ends it; it holds
 * the files it needs open and may remove the folder when all is over, because GROUPS belongs to the account of runners.
 *
 * GROUPS lies at the top of the hierarchy and not below the spawner: it must outlive whatever started the spawner. Its name
 * comes from the run folders, so that a spawner that comes later finds it and two installations never share one.
 */
#define ROOT_V1 "/sys/fs/cgroup/memory"
#define ROOT_V2 "/sys/fs/cgroup"

/* Below this no shell comes up, and the kernel would end the attempt before it says a word. */
#define LEAST_MIB 16

static bool put(const char *folder, const char *name, const char *value) {
    char path[PATH_LIMIT + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool good = write(fd, value, strlen(value)) == (ssize_t)strlen(value);
    int error = errno;
    close(fd);
    errno = error;
    return good;
}

static bool there(const char *folder, const char *name) {
    char path[PATH_LIMIT + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static bool is_v2(void) {
    struct statfs fs;
    return statfs(ROOT_V2, &fs) == 0 && fs.f_type == CGROUP2_SUPER_MAGIC;
}

/* Tried, not guessed: a group is made, limited and removed. */
static bool try_one(const struct settings *s) {
    char path[PATH_LIMIT + 16];
    snprintf(path, sizeof path, "%s/try", s->groups);
    if (mkdir(path, 0755) != 0 && errno != EEXIST) return false;
    bool good = put(path, s->groups_v2 ? "memory.max" : "memory.limit_in_bytes", "67108864") && there(path, "cgroup.procs");
    int error = errno;
    rmdir(path);
    errno = error;
    return good;
}

void groups_prepare(struct settings *s) {
    struct stat st;
    s->groups[0] = 0;
    if (s->single || stat(s->runs, &st) != 0) return;
    s->groups_v2 = is_v2();
    const char *root = s->groups_v2 ? ROOT_V2 : ROOT_V1;
    snprintf(s->groups, sizeof s->groups, "%s/gatehouse-%llx-%llx", root, (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
    if (s->groups_v2) put(root, "cgroup.subtree_control", "+memory"); /* it may be on already; the try tells */
    bool good = (mkdir(s->groups, 0755) == 0 || errno == EEXIST) &&
                (!s->groups_v2 || put(s->groups, "cgroup.subtree_control", "+memory")) && try_one(s) &&
                chown(s->groups, s->run_uid, (gid_t)-1) == 0;
    if (good) return;
    fprintf(stderr, "spawner: memory is not enforced: no cgroup can be made in %s: %s\n", root, strerror(errno));
    rmdir(s->groups);
    s->groups[0] = 0;
}

bool group_make(const struct settings *s, struct attempt *a) {
    char value[32], path[PATH_LIMIT + 64];
    struct cgroup *g = &a->group;
    g->procs = g->events = g->kill = -1;
    g->path[0] = 0;
    if (!*s->groups || a->memory_mib <= 0) return true;
    if (snprintf(g->path, sizeof g->path, "%s/%s", s->groups, a->id) >= (int)sizeof g->path) return false;
    if (mkdir(g->path, 0755) != 0 && errno != EEXIST) return false;
    long long mib = a->memory_mib < LEAST_MIB ? LEAST_MIB : a->memory_mib;
    snprintf(value, sizeof value, "%lld", mib << 20);
    if (!put(g->path, s->groups_v2 ? "memory.max" : "memory.limit_in_bytes", value)) return false;
    if (s->groups_v2) {
        put(g->path, "memory.swap.max", "0");
        put(g->path, "memory.oom.group", "1");
    } else {
        put(g->path, "memory.memsw.limit_in_bytes", value); /* not there when the kernel does not count swap */
    }
    snprintf(path, sizeof path, "%s/cgroup.procs", g->path);
    g->procs = open(path, O_WRONLY | O_CLOEXEC);
    snprintf(path, sizeof path, "%s/%s", g->path, s->groups_v2 ? "memory.events" : "memory.oom_control");
    g->events = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof path, "%s/cgroup.kill", g->path);
    g->kill = open(path, O_WRONLY | O_CLOEXEC); /* v2 since Linux 5.14 */
    return g->procs >= 0 && g->events >= 0;
}

bool group_enter(const struct attempt *a) { return a->group.procs < 0 || write(a->group.procs, "0", 1) == 1; }

/* Opened anew each time: of a file that stays open cgroup v1 gives a list that it keeps for a second or longer. */
int group_list(const struct attempt *a, pid_t **list) {
    char path[PATH_LIMIT + 64], *text = NULL;
    size_t size = 0, room = 0;
    if (!*a->group.path) return -1;
    snprintf(path, sizeof path, "%s/cgroup.procs", a->group.path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    for (ssize_t n = 1; n > 0; size += n > 0 ? (size_t)n : 0) {
        if (room - size < 4096) {
            char *grown = realloc(text, room += 16384);
            if (!grown) {
                size = 0;
                break;
            }
            text = grown;
        }
        n = read(fd, text + size, room - size - 1);
    }
    close(fd);
    if (!text) return -1;
    text[size] = 0;
    int count = 0;
    *list = calloc(size / 2 + 1, sizeof **list);
    for (char *at = text, *end; *list && *at; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at) break;
        if (pid > 1) (*list)[count++] = (pid_t)pid; /* 0: of another pid namespace, which nothing of ours is */
    }
    free(text);
    return *list ? count : -1;
}

/* Has the kernel ended a process of this attempt for lack of memory? */
bool group_saw_oom(const struct attempt *a) {
    char text[1024];
    if (a->group.events < 0) return false;
    ssize_t n = pread(a->group.events, text, sizeof text - 1, 0);
    if (n <= 0) return false;
    text[n] = 0;
    for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, "oom_kill ", 9) == 0) return strtoll(line + 9, NULL, 10) > 0;
    return false;
}

void group_close(struct attempt *a) {
    if (a->group.procs >= 0) close(a->group.procs);
    if (a->group.events >= 0) close(a->group.events);
    if (a->group.kill >= 0) close(a->group.kill);
    a->group.procs = a->group.events = a->group.kill = -1;
}

static void remove_soon(const char *path) { /* the last process may still be on its way out */
    for (int try = 0; try < 100 && rmdir(path) != 0 && errno == EBUSY; try++) usleep(20000);
}

void group_remove(const struct attempt *a) {
    if (*a->group.path) remove_soon(a->group.path);
}

void group_end(const struct settings *s, const char *id) {
    struct attempt left = {.group = {.procs = -1, .events = -1, .kill = -1}};
    if (!*s->groups || snprintf(left.group.path, PATH_LIMIT, "%s/%s", s->groups, id) >= PATH_LIMIT) return;
    if (access(left.group.path, F_OK) != 0) return;
    if (!put(left.group.path, "cgroup.kill", "1"))
        for (int round = 0, count = 1; round < 50 && count > 0; round++) {
            pid_t *list = NULL;
            count = group_list(&left, &list);
            for (int i = 0; i < count; i++) kill(list[i], SIGSTOP); /* what stands still forks no more */
            for (int i = 0; i < count; i++) kill(list[i], SIGKILL);
            free(list);
            usleep(10000);
        }
    remove_soon(left.group.path);
}

void groups_sweep(const struct settings *s) {
    if (!*s->groups) return;
    DIR *all = opendir(s->groups);
    for (struct dirent *e; all && (e = readdir(all)) != NULL;) {
        char dir[PATH_LIMIT];
        if (!valid_attempt_id(e->d_name) || snprintf(dir, sizeof dir, "%s/%s", s->runs, e->d_name) >= (int)sizeof dir) continue;
        if (!runner_lives(dir)) group_end(s, e->d_name);
    }
    if (all) closedir(all);
}
