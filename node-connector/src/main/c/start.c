#include "gatehouse.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
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

static bool write_owned(const struct settings *s, const struct attempt *a, int dir, const char *name, const struct field *what, mode_t mode) {
    return write_file(dir, name, what->value, what->size, mode) &&
           (s->single || fchownat(dir, name, a->uid, (gid_t)a->uid, AT_SYMLINK_NOFOLLOW) == 0);
}

/* The script, and the file by which the job's steps know of each other. */
static bool write_script(const struct settings *s, struct attempt *a, const struct message *m, struct reply *r) {
    const struct field *script = field_of(m, "script"), none = {.value = "", .size = 0};
    int dir = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = script && dir >= 0 && write_owned(s, a, dir, "script", script, 0500) && write_owned(s, a, dir, "steps", &none, 0600);
    if (!good) reply_error(r, "run-folder", "the script could not be written to %s: %s", a->dir, strerror(errno));
    if (dir >= 0) close(dir);
    return good;
}

/* Tells srun where that file is; field_list left room for one more word. */
static bool add_steps(struct attempt *a) {
    static char word[PATH_LIMIT + 64];
    int n = 0;
    while (a->env[n]) n++;
    a->env[n] = word;
    a->env[n + 1] = NULL;
    return snprintf(word, sizeof word, "GATEHOUSE_STEPS=%s/steps", a->dir) < (int)sizeof word;
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
    } else if (strcmp(result.stage, "run-folder") == 0) {
        reply_error(r, result.stage, "its start could not be written to %s: %s", a->dir, strerror(result.error));
    } else if (strcmp(result.stage, "memory") == 0) {
        reply_error(r, result.stage, "its memory limit of %ld MiB could not be set: %s", a->memory_mib, strerror(result.error));
    } else if (strcmp(result.stage, "sandbox") == 0) {
        reply_error(r, result.stage, "its sandbox could not be made; the log has bubblewrap's message (%s)", strerror(result.error));
    } else {
        reply_error(r, result.stage, "%s", strerror(result.error));
    }
}

/* Names that go into the job's hosts file: letters, digits, dots and dashes, so that no line or word is added. */
static char **valid_hosts(const struct message *m) {
    char **hosts = field_list(m, "host", NULL);
    int kept = 0;
    for (int i = 0; hosts[i]; i++) {
        size_t n = strlen(hosts[i]);
        bool good = n > 0 && n < 254;
        for (const char *c = hosts[i]; *c && good; c++) good = isalnum((unsigned char)*c) || strchr(".-_", *c);
        if (good) hosts[kept++] = hosts[i];
    }
    hosts[kept] = NULL;
    return hosts;
}

void serve_start(const struct settings *s, const struct message *m, struct reply *r) {
    static struct attempt a;
    const char *id = field_text(m, "attempt"), *area = field_text(m, "area"), *login = field_text(m, "login");
    long uid = field_number(m, "uid", 0, 0x7fffffff, -1);
    a.cwd = field_text(m, "cwd");
    a.limit_seconds = field_number(m, "limit", 1, 10L * 366 * 86400, -1);
    a.grace_seconds = field_number(m, "grace", 0, 3600, 30);
    a.warn_signal = (int)field_number(m, "warn-signal", 1, 64, 0);
    a.warn_seconds = field_number(m, "warn-before", 0, 10L * 366 * 86400, 60);
    a.warn_script = field_number(m, "warn-script", 0, 1, 0) == 1;
    a.memory_mib = field_number(m, "memory-mib", 1, 1L << 40, 0);
    a.hosts = valid_hosts(m);
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
    if (!make_cwd(s, &a, r)) return;
    char script[PATH_LIMIT + 16];
    snprintf(script, sizeof script, "%s/script", a.dir);
    a.argv = field_list(m, "arg", script);
    a.env = field_list(m, "env", NULL);
    if (!add_steps(&a)) {
        reply_error(r, "bad-request", "the path is too long");
        return;
    }
    if (open_logs(s, &a, m, r) && write_script(s, &a, m, r)) launch(s, &a, r);
}
