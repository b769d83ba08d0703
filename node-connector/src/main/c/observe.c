#include "gatehouse.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_text(const char *dir, const char *name, char *to, size_t room) {
    char path[PATH_LIMIT];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    ssize_t n = read(fd, to, room - 1);
    close(fd);
    if (n < 0) return false;
    to[n] = 0;
    return true;
}

static long long value_of(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, name, n) == 0 && line[n] == '=') return strtoll(line + n + 1, NULL, 10);
    return -1;
}

bool runner_lives(const char *dir) {
    char path[PATH_LIMIT];
    snprintf(path, sizeof path, "%s/lock", dir);
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    bool busy = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return busy;
}

static bool carries(const char *pid, const char *mark) {
    char path[64], text[65536];
    snprintf(path, sizeof path, "/proc/%.16s/environ", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, sizeof text);
    close(fd);
    size_t size = strlen(mark) + 1; /* with the zero behind it */
    for (ssize_t at = 0; at < n; at += (ssize_t)strnlen(text + at, (size_t)(n - at)) + 1)
        if ((size_t)(n - at) >= size && memcmp(text + at, mark, size) == 0) return true;
    return false;
}

/* A runner that was ended from outside leaves its job's processes to init. What it held is given to others once it is called
   lost, so they are ended first; the attempt's id in their environment tells them. */
static void end_strays(const char *id) {
    char mark[64];
    snprintf(mark, sizeof mark, "GATEHOUSE_ATTEMPT=%s", id);
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc)) != NULL;)
        if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && carries(e->d_name, mark)) kill((pid_t)atoi(e->d_name), SIGKILL);
    if (proc) closedir(proc);
}

/*
 * absent    no such run folder
 * starting  a worker is at it
 * unstarted a folder was claimed, but nothing ever ran in it
 * running   start holds pid and times
 * ended     exit holds the end
 * lost      it ran, but neither runner nor exit is there: the machine or the runner was cut off
 */
static const char *state_of(const char *dir, char *start, char *end, size_t room) {
    struct stat st;
    start[0] = end[0] = 0;
    if (stat(dir, &st) != 0) return errno == ENOENT ? "absent" : NULL;
    bool lives = runner_lives(dir); /* asked before the files are read: an exit that comes in between is seen */
    if (read_text(dir, "exit", end, room)) {
        read_text(dir, "start", start, room);
        return "ended";
    }
    bool started = read_text(dir, "start", start, room);
    if (lives) return started ? "running" : "starting";
    return started ? "lost" : "unstarted";
}

void serve_observe(const struct settings *s, const struct message *m, struct reply *r) {
    for (int i = 0; i < m->count; i++) {
        const struct field *f = &m->fields[i];
        char dir[PATH_LIMIT], start[1024], end[1024];
        if (strcmp(f->name, "attempt") != 0) continue;
        if (!valid_attempt_id(f->value) || snprintf(dir, sizeof dir, "%s/%s", s->runs, f->value) >= (int)sizeof dir) {
            reply_error(r, "bad-request", "not an attempt id");
            return;
        }
        const char *state = state_of(dir, start, end, sizeof start);
        if (!state) continue; /* left out: not known */
        if (strcmp(state, "lost") == 0) {
            group_end(s, f->value); /* nothing leaves its group */
            end_strays(f->value);
        }
        reply_text(r, "attempt", f->value);
        reply_text(r, "state", state);
        reply_text(r, "start", start);
        reply_text(r, "exit", end);
    }
    char boot[37];
    boot_id(boot);
    reply_text(r, "boot", boot);
}

void serve_stop(const struct settings *s, const struct message *m, struct reply *r) {
    const char *id = field_text(m, "attempt");
    char dir[PATH_LIMIT], start[1024], end[1024];
    if (!valid_attempt_id(id) || snprintf(dir, sizeof dir, "%s/%s", s->runs, id) >= (int)sizeof dir) {
        reply_error(r, "bad-request", "not an attempt id");
        return;
    }
    const char *state = state_of(dir, start, end, sizeof start);
    if (!state) {
        reply_error(r, "run-folder", "run folder %s cannot be read", dir);
        return;
    }
    if (strcmp(state, "starting") == 0) {
        /* The runner looks for this after it has written its start; one that is running by now is signalled as well. */
        int mark = -1, folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0) mark = openat(folder, "stop", O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (mark < 0) {
            reply_error(r, "run-folder", "the stop could not be left in %s: %s", dir, strerror(errno));
            return;
        }
        close(mark);
        close(folder);
        state = state_of(dir, start, end, sizeof start);
        if (!state) state = "starting";
    }
    if (strcmp(state, "running") == 0) {
        pid_t runner = (pid_t)value_of(start, "runner");
        long long ticks = value_of(start, "runner-ticks");
        /* The number may have been given to another process since; the start time tells. */
        if (runner > 1 && ticks > 0 && process_start_ticks(runner) == (unsigned long long)ticks) kill(runner, SIGTERM);
    }
    reply_text(r, "state", state);
}
