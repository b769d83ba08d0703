#include "gatehouse.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The job's own passwd, group and hosts, written into the run folder and laid over those of /etc in its view of mounts: the person has a
 * name there (whoami, ssh, getpwuid), and the names of declared nodes are this machine, so that a program that meets the others
 * at the first node's name finds them. Where a private view of mounts cannot be had, the person is a number only.
 */
static const char *const files[] = {"passwd", "group", "hosts"};

static void append_file(int to, const char *path) {
    char buffer[8192];
    int from = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t n; from >= 0 && (n = read(from, buffer, sizeof buffer)) > 0;)
        if (write(to, buffer, (size_t)n) != n) break;
    if (from >= 0) close(from);
}

static void write_view(const struct attempt *a, const char *name, const char *first) {
    char path[PATH_LIMIT + 16], system[64];
    snprintf(path, sizeof path, "%s/%s", a->dir, name);
    snprintf(system, sizeof system, "/etc/%s", name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) return;
    if (write(fd, first, strlen(first)) == (ssize_t)strlen(first)) append_file(fd, system);
    fchmod(fd, 0644);
    close(fd);
}

void write_views(const struct attempt *a) {
    static char text[1 << 16];
    snprintf(text, sizeof text, "%s:x:%u:%u::%s:/bin/bash\n", a->login, a->uid, a->uid, a->area);
    write_view(a, "passwd", text);
    snprintf(text, sizeof text, "%s:x:%u:\n", a->login, a->uid);
    write_view(a, "group", text);
    size_t at = 0;
    text[0] = 0;
    for (char **host = a->hosts; *host && at < sizeof text - 512; host++)
        at += (size_t)snprintf(text + at, sizeof text - at, "127.0.0.1\t%.255s\n", *host);
    write_view(a, "hosts", text);
}

void own_view(const struct settings *s, const struct attempt *a) {
    char path[PATH_LIMIT + 16], system[64];
    if (s->single || unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return;
    write_views(a);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", a->dir, files[i]);
        snprintf(system, sizeof system, "/etc/%s", files[i]);
        mount(path, system, NULL, MS_BIND, NULL);
    }
    /* Shared memory of its own: what it leaves there counts against its limit and goes with it. */
    mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
}
