#include "gatehouse.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool valid_attempt_id(const char *id) {
    if (!id || strlen(id) != 36) return false;
    for (int i = 0; i < 36; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? id[i] != '-' : !isxdigit((unsigned char)id[i]) || isupper((unsigned char)id[i])) return false;
    }
    return true;
}

static bool valid_name(const char *name) { /* of an area or a login: no way up, no separator */
    if (!name || !*name || strlen(name) > 32 || !(islower((unsigned char)*name) || *name == '_')) return false;
    for (const char *c = name; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && !strchr("_.-", *c)) return false;
    return true;
}

/* Paths of the person are walked with the person's rights only. */
static bool become(const struct settings *s, uid_t uid) {
    if (s->single) return true;
    return setgroups(0, NULL) == 0 && setegid(uid) == 0 && seteuid(uid) == 0;
}

static void become_root(const struct settings *s) {
    if (s->single) return;
    if (seteuid(0) != 0 || setegid(0) != 0) _exit(71);
}

/* Is the path the area or below it, without a ".." in it? */
static bool inside(const char *area, const char *path) {
    size_t n = strlen(area);
    if (strncmp(path, area, n) != 0 || (path[n] != 0 && path[n] != '/')) return false;
    for (const char *at = path; (at = strstr(at, "/..")) != NULL; at += 3)
        if (at[3] == 0 || at[3] == '/') return false;
    return true;
}

static void make_folders(char *path) { /* every folder above the last part; errors show at the open that follows */
    for (char *at = path + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = 0;
        mkdir(path, 0777);
        *at = '/';
    }
}

/* An empty file at the path. One that is linked elsewhere is an older attempt's log: it keeps its bytes, and the path gets a
   file of its own. */
static int begin_anew(int fd, const char *path) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) return fd; /* refused by whoever opened it */
    if (st.st_nlink <= 1) return ftruncate(fd, 0) == 0 ? fd : (close(fd), -1);
    close(fd);
    if (unlink(path) != 0) return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_APPEND, 0640);
}

/*
 * Opens a log for appending and links it into the run folder under a name of ours, then opens it again by that link:
 * a watch on the run folder sees writes through that name only. Only a regular file that belongs to the person and
 * lies on the same file system is taken.
 */
static int open_log(const struct settings *s, struct attempt *a, const char *path, const char *name, bool append, struct reply *r) {
    char copy[PATH_LIMIT], from[64], link[PATH_LIMIT + 16];
    if (strcmp(path, "/dev/null") == 0) return open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (strlen(path) >= sizeof copy || !inside(a->area, path)) {
        reply_error(r, "log-open", "log file could not be opened: %s lies outside your folder", path);
        return -1;
    }
    strcpy(copy, path);
    struct stat st;
    if (!become(s, a->uid)) _exit(71);
    make_folders(copy);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_APPEND, 0640);
    if (fd >= 0 && !append) fd = begin_anew(fd, path);
    int error = errno;
    become_root(s);
    if (fd < 0) {
        reply_error(r, "log-open", "log file could not be opened: %s: %s", path, strerror(error));
        return -1;
    }
    uid_t owner = s->single ? getuid() : a->uid;
    snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
    snprintf(link, sizeof link, "%s/%s", a->dir, name);
    unlink(link);
    const char *wrong = NULL;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) wrong = "is not a regular file";
    else if (st.st_uid != owner) wrong = "belongs to somebody else";
    else if (fchown(fd, (uid_t)-1, s->portal_gid) != 0 || fchmod(fd, (st.st_mode & 0777) | S_IRGRP) != 0) wrong = strerror(errno);
    else if (linkat(AT_FDCWD, from, AT_FDCWD, link, AT_SYMLINK_FOLLOW) != 0)
        wrong = errno == EXDEV ? "lies on another file system than Gatehouse's run folders" : strerror(errno);
    /* Opened again before the first one is closed: while a writer is there nobody can put a lease on the file. */
    int again = wrong ? -1 : open(link, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (wrong) reply_error(r, "log-open", "log file could not be opened: %s %s", path, wrong);
    else if (again < 0 || fcntl(again, F_SETFL, O_APPEND) != 0)
        reply_error(r, "log-open", "log file could not be opened: %s: %s", path, strerror(errno));
    close(fd);
    return again;
}

static bool open_logs(const struct settings *s, struct attempt *a, const struct message *m, struct reply *r) {
    const char *out = field_text(m, "out"), *err = field_text(m, "err"), *mode = field_text(m, "mode");
    bool append = mode && strcmp(mode, "append") == 0;
    if (!out || !*out) {
        reply_error(r, "bad-request", "out is missing");
        return false;
    }
    a->out = open_log(s, a, out, "stdout", append, r);
    if (a->out < 0) return false;
    bool same = !err || !*err || strcmp(err, out) == 0;
    a->err = same ? a->out : open_log(s, a, err, "stderr", append, r);
    return a->err >= 0;
}

static bool make_area(const struct settings *s, struct attempt *a, struct reply *r) {
    if (mkdir(a->area, 0700) == 0) {
        if (!s->single && chown(a->area, a->uid, (gid_t)a->uid) != 0) {
            reply_error(r, "area", "folder %s cannot be handed to its person: %s", a->area, strerror(errno));
            rmdir(a->area);
            return false;
        }
    } else if (errno != EEXIST) {
        reply_error(r, "area", "folder %s cannot be made: %s", a->area, strerror(errno));
        return false;
    }
    struct stat st;
    /* Made by root and not handed over yet: by a worker beside this one, or by one that died. */
    if (!s->single && lstat(a->area, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == 0 &&
        lchown(a->area, a->uid, (gid_t)a->uid) != 0) {
        reply_error(r, "area", "folder %s cannot be handed to its person: %s", a->area, strerror(errno));
        return false;
    }
    if (lstat(a->area, &st) != 0 || !S_ISDIR(st.st_mode) || (!s->single && st.st_uid != a->uid)) {
        reply_error(r, "area", "folder %s does not belong to its person", a->area);
        return false;
    }
    return true;
}

/* The folder is the claim: whoever makes it starts the attempt, anybody else is told that it exists. A folder without a
   start whose lock is free was left by a worker that died half-way; it is taken over. */
static int claim(const struct settings *s, struct attempt *a, struct reply *r) {
    char path[PATH_LIMIT + 16];
    struct stat st;
    if (mkdir(a->dir, 0751) != 0 && errno != EEXIST) {
        reply_error(r, "run-folder", "run folder %s cannot be made: %s", a->dir, strerror(errno));
        return -1;
    }
    if (!s->single && chown(a->dir, s->run_uid, s->portal_gid) != 0) _exit(71);
    chmod(a->dir, 0751);
    snprintf(path, sizeof path, "%s/lock", a->dir);
    a->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (a->lock < 0) {
        reply_error(r, "run-folder", "run folder %s: %s", a->dir, strerror(errno));
        return -1;
    }
    snprintf(path, sizeof path, "%s/start", a->dir);
    bool busy = true;
    for (int try = 0; busy && try < 25; try++) { /* whoever observes holds it for a moment */
        busy = flock(a->lock, LOCK_EX | LOCK_NB) != 0;
        if (busy && lstat(path, &st) == 0) break;
        if (busy) usleep(20000);
    }
    bool started = lstat(path, &st) == 0;
    if (!busy && !started) return 1;
    if (!started) { /* another worker is at it, and may still fail */
        reply_error(r, "busy", "another start of this attempt is under way");
        return -1;
    }
    reply_number(r, "ok", 1);
    reply_number(r, "existed", 1);
    return 0;
}

static bool write_script(const struct settings *s, struct attempt *a, const struct message *m, struct reply *r) {
    const struct field *script = field_of(m, "script");
    int dir = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = script && dir >= 0 && write_file(dir, "script", script->value, script->size, 0500) &&
                (s->single || fchownat(dir, "script", a->uid, (gid_t)a->uid, AT_SYMLINK_NOFOLLOW) == 0);
    if (!good) reply_error(r, "run-folder", "the script could not be written to %s: %s", a->dir, strerror(errno));
    if (dir >= 0) close(dir);
    return good;
}

/* The runner is handed to init and outlives this worker; the pipe tells whether the process runs. */
static void launch(const struct settings *s, struct attempt *a, struct reply *r) {
    int report[2];
    struct started result = {.error = EPIPE, .stage = "runner"};
    if (pipe2(report, O_CLOEXEC) != 0) {
        reply_error(r, "runner", "no pipe: %s", strerror(errno));
        return;
    }
    pid_t middle = fork();
    if (middle == 0) {
        close(report[0]);
        pid_t runner = setsid() < 0 ? -1 : fork();
        if (runner == 0) run_attempt(s, a, report[1]);
        _exit(runner < 0);
    }
    close(report[1]);
    waitpid(middle, NULL, 0);
    if (read(report[0], &result, sizeof result) != sizeof result) {
        result.error = EPIPE;
    }
    close(report[0]);
    if (result.error == 0) {
        reply_number(r, "ok", 1);
        reply_number(r, "pid", result.pid);
    } else if (result.error == ETIMEDOUT) {
        reply_error(r, result.stage, "its process was there but did not begin within a few seconds; something stopped it");
    } else {
        reply_error(r, result.stage, "%s", strerror(result.error));
    }
}

void serve_start(const struct settings *s, const struct message *m, struct reply *r) {
    static struct attempt a;
    const char *id = field_text(m, "attempt"), *area = field_text(m, "area"), *login = field_text(m, "login");
    long uid = field_number(m, "uid", 0, 0x7fffffff, -1);
    a.cwd = field_text(m, "cwd");
    a.limit_seconds = field_number(m, "limit", 1, 10L * 366 * 86400, -1);
    a.grace_seconds = field_number(m, "grace", 0, 3600, 30);
    if (!valid_attempt_id(id) || !valid_name(area) || !valid_name(login) || !a.cwd || a.limit_seconds < 0) {
        reply_error(r, "bad-request", "attempt, area, login, cwd or limit is missing or malformed");
        return;
    }
    if (!s->single && (uid < (long)s->uid_first || uid > (long)s->uid_last)) {
        reply_error(r, "bad-request", "uid %ld is outside the range that jobs may run under", uid);
        return;
    }
    a.uid = s->single ? getuid() : (uid_t)uid;
    strcpy(a.id, id);
    strcpy(a.login, login);
    if (snprintf(a.area, sizeof a.area, "%s/%s", s->areas, area) >= (int)sizeof a.area ||
        snprintf(a.dir, sizeof a.dir, "%s/%s", s->runs, id) >= (int)sizeof a.dir - 16) {
        reply_error(r, "bad-request", "the path is too long");
        return;
    }
    if (!inside(a.area, a.cwd)) {
        reply_error(r, "cwd", "the working folder %s lies outside your folder", a.cwd);
        return;
    }
    if (!make_area(s, &a, r) || claim(s, &a, r) != 1) return;
    char pulse[PATH_LIMIT + 16];
    snprintf(pulse, sizeof pulse, "%s/pulse/ends", s->runs);
    a.pulse = open(pulse, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
    if (a.pulse >= 0 && !s->single && fchown(a.pulse, s->run_uid, s->portal_gid) != 0) _exit(71);
    char cwd[PATH_LIMIT + 2];
    snprintf(cwd, sizeof cwd, "%s/", a.cwd);
    struct stat folder;
    if (!become(s, a.uid)) _exit(71);
    make_folders(cwd);
    bool there = stat(a.cwd, &folder) == 0 && S_ISDIR(folder.st_mode) && access(a.cwd, X_OK) == 0;
    int why = errno;
    become_root(s);
    if (!there) {
        reply_error(r, "cwd", "the working folder %s cannot be used: %s", a.cwd, strerror(why));
        return;
    }
    char script[PATH_LIMIT + 16];
    snprintf(script, sizeof script, "%s/script", a.dir);
    a.argv = field_list(m, "arg", script);
    a.env = field_list(m, "env", NULL);
    if (open_logs(s, &a, m, r) && write_script(s, &a, m, r)) launch(s, &a, r);
}
