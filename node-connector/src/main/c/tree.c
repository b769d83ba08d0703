#include "gatehouse.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct process {
    pid_t pid, parent;
    int depth;  /* below the runner; 0 for what is not */
    bool srun;  /* calls itself so: a job may lie, and then only its own processes get its own signal */
    bool step;  /* below an srun */
};

static bool read_process(pid_t pid, struct process *p) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0) return false;
    text[n] = 0;
    char *name = strchr(text, '('), *end = strrchr(text, ')'); /* the name may hold anything */
    if (!name || !end || strlen(end) < 5) return false;
    *p = (struct process){.pid = pid, .parent = (pid_t)strtol(end + 4, NULL, 10)};
    p->srun = end - name == 5 && memcmp(name, "(srun", 5) == 0;
    return true;
}

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
        if (read_process((pid_t)pid, *list + count)) count++;
    }
    if (proc) closedir(proc);
    return count;
}

/* Orphans are below the runner too: it is their subreaper. Cost: one read of /proc, O(processes on the machine × depth). */
static int my_tree(struct process **out) {
    struct process *list;
    int count = all_processes(&list);
    pid_t me = getpid();
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < count; i++) {
            if (list[i].depth) continue;
            if (list[i].parent == me) list[i].depth = 1;
            for (int k = 0; k < count && !list[i].depth; k++)
                if (list[k].depth && list[k].pid == list[i].parent) {
                    list[i].depth = list[k].depth + 1;
                    list[i].step = list[k].srun || list[k].step;
                }
            more = more || list[i].depth;
        }
    }
    *out = list;
    return count;
}

/* Signals processes of the attempt and tells how many there were. */
int tree_signal(const struct settings *s, const struct attempt *a, enum target target, int sig) {
    pid_t *members = NULL;
    int count, hit = 0;
    if (target != STEPS && (count = group_list(a, &members)) >= 0) {
        for (int i = 0; i < count && sig; i++) kill(members[i], sig);
        free(members);
        return count;
    }
    struct process *list;
    int walls = s->sandbox && target == ITS_PROCESSES ? 2 : 0; /* bwrap, and the first process inside */
    count = my_tree(&list);
    for (int i = 0; i < count; i++)
        if (list[i].depth > walls && (target != STEPS || list[i].step)) {
            hit++;
            if (sig) kill(list[i].pid, sig);
        }
    free(list);
    return hit;
}

/* Ends what forks faster than it is killed: everything is stopped, again and again, until a look finds nothing new; then it
   is killed. A stopped process neither forks nor ends. Where the kernel can end a whole group at once, it does. */
int tree_kill(const struct settings *s, const struct attempt *a) {
    if (a->group.kill >= 0 && write(a->group.kill, "1", 1) == 1) return tree_signal(s, a, EVERYTHING, 0);
    int before = -1, now = tree_signal(s, a, EVERYTHING, SIGSTOP);
    for (int round = 0; round < 50 && now != before; round++) {
        before = now;
        now = tree_signal(s, a, EVERYTHING, SIGSTOP);
    }
    return tree_signal(s, a, EVERYTHING, SIGKILL);
}

static long inner_pid(pid_t pid) { /* its number in the innermost pid namespace */
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0) return -1;
    text[n] = 0;
    char *line = strstr(text, "\nNSpid:"), *end = line ? strchr(line + 1, '\n') : NULL;
    if (!end) return -1;
    *end = 0;
    char *last = strrchr(line, '\t');
    return last ? strtol(last, NULL, 10) : -1;
}

/* The first process inside is 1 and the script is what it forks first: 2. */
pid_t tree_script(pid_t main_pid) {
    struct process *list;
    int count = my_tree(&list);
    pid_t found = 0;
    for (int i = 0; i < count && !found; i++)
        if (list[i].depth == 3 && list[i].pid != main_pid && inner_pid(list[i].pid) == 2) found = list[i].pid;
    free(list);
    return found;
}
