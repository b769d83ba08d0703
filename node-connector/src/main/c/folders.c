#include "gatehouse.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool valid_name(const char *name) { /* of an area or a login: no way up, no separator */
    if (!name || !*name || strlen(name) > 32 || !(islower((unsigned char)*name) || *name == '_')) return false;
    for (const char *c = name; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && !strchr("_.-", *c)) return false;
    return true;
}

/* Paths of the person are walked with the person's rights only. */
static void become(const struct settings *s, uid_t uid) {
    if (s->single) return;
    if (setgroups(0, NULL) != 0 || setegid(uid) != 0 || seteuid(uid) != 0) _exit(71);
}

static void become_root(const struct settings *s) {
    if (s->single) return;
    if (seteuid(0) != 0 || setegid(0) != 0) _exit(71);
}

/* Is the path the area or below it, without a ".." in it? */
bool inside(const char *area, const char *path) {
    size_t n = strlen(area);
    if (strncmp(path, area, n) != 0 || (path[n] != 0 && path[n] != '/')) return false;
    for (const char *at = path; (at = strstr(at, "/..")) != NULL; at += 3)
        if (at[3] == 0 || at[3] == '/') return false;
    return true;
}

/*
 * Opens a folder below the area. With an account per person the kernel keeps the person's rights. In a sandbox everybody has the
 * same account, so a symlink must not lead out of the area: the kernel is told so.
 */
static int open_below(const struct settings *s, int area, const char *path) {
    struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC};
    if (!s->sandbox) return openat(area, path, (int)how.flags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, area, path, &how, sizeof how);
}

/* The folder at the path below the area, made with all above it when missing; -1 and errno when it cannot be had. */
static int folder_of(const struct settings *s, const struct attempt *a, const char *path) {
    char below[PATH_LIMIT];
    int area = open(a->area, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    const char *rest = path + strlen(a->area);
    while (*rest == '/') rest++;
    if (area < 0 || !*rest) return area;
    if (snprintf(below, sizeof below, "%s", rest) >= (int)sizeof below) {
        close(area);
        errno = ENAMETOOLONG;
        return -1;
    }
    int at = area;
    for (char *from = below, *slash; at >= 0 && *from; from = slash) {
        while (*from == '/') from++;
        slash = from + strcspn(from, "/");
        char cut = *slash;
        *slash = 0;
        /* By name below the folder that was just opened: what stands there now, a symlink too, is judged by open_below. */
        if (*from && mkdirat(at, from, 0777) != 0 && errno != EEXIST) {
            int error = errno;
            if (at != area) close(at);
            close(area);
            errno = error;
            return -1;
        }
        int next = open_below(s, area, below);
        int error = errno;
        if (at != area) close(at);
        errno = error;
        at = next;
        *slash = cut;
    }
    int error = errno;
    close(area);
    errno = error;
    return at;
}

/* An empty file of that name. One that is linked elsewhere is an older attempt's log: it keeps its bytes, and the name gets a
   file of its own. */
static int begin_anew(int fd, int folder, const char *name) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) return fd; /* refused by whoever opened it */
    if (st.st_nlink <= 1) return ftruncate(fd, 0) == 0 ? fd : (close(fd), -1);
    close(fd);
    if (unlinkat(folder, name, 0) != 0) return -1;
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_APPEND, 0640);
}

static int open_as_person(const struct settings *s, const struct attempt *a, const char *path, bool append) {
    char above[PATH_LIMIT];
    const char *name = strrchr(path, '/') + 1; /* there is one: the path begins with the area */
    snprintf(above, sizeof above, "%.*s", (int)(name - 1 - path), path);
    become(s, a->uid);
    int fd = -1, folder = strlen(above) < strlen(a->area) ? -1 : folder_of(s, a, above);
    if (folder >= 0) fd = openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_APPEND, 0640);
    if (fd >= 0 && !append) fd = begin_anew(fd, folder, name);
    int error = errno;
    if (folder >= 0) close(folder);
    become_root(s);
    errno = error;
    return fd;
}

/*
 * Opens a log for appending and links it into the run folder under a name of ours, then opens it again by that link:
 * a watch on the run folder sees writes through that name only. Only a regular file that belongs to the person and
 * lies on the same file system is taken.
 */
static int open_log(const struct settings *s, const struct attempt *a, const char *path, const char *name, bool append, struct reply *r) {
    char from[64], link[PATH_LIMIT + 16];
    if (strcmp(path, "/dev/null") == 0) return open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (strlen(path) >= PATH_LIMIT || !inside(a->area, path)) {
        reply_error(r, "log-open", "log file could not be opened: %s lies outside your folder", path);
        return -1;
    }
    struct stat st;
    int fd = open_as_person(s, a, path, append);
    if (fd < 0) {
        reply_error(r, "log-open", "log file could not be opened: %s: %s", path,
                    errno == EXDEV ? "a symlink on the way leads out of your folder" : strerror(errno));
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

bool open_logs(const struct settings *s, struct attempt *a, const struct message *m, struct reply *r) {
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

bool make_area(const struct settings *s, const struct attempt *a, struct reply *r) {
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

bool make_cwd(const struct settings *s, const struct attempt *a, struct reply *r) {
    become(s, a->uid);
    int folder = folder_of(s, a, a->cwd);
    bool there = folder >= 0 && faccessat(folder, ".", X_OK, AT_EACCESS) == 0;
    int why = errno;
    if (folder >= 0) close(folder);
    become_root(s);
    if (!there)
        reply_error(r, "cwd", "the working folder %s cannot be used: %s", a->cwd,
                    why == EXDEV ? "a symlink on the way leads out of your folder" : strerror(why));
    return there;
}
