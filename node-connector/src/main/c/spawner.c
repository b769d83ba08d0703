#include "gatehouse.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PROTOCOL 2

long long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void boot_id(char out[37]) {
    memset(out, 0, 37);
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (read(fd, out, 36) < 36) out[0] = 0;
    close(fd);
}

unsigned long long process_start_ticks(pid_t pid) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0) return 0;
    text[n] = 0;
    char *at = strrchr(text, ')'); /* the name before it may hold anything */
    if (!at) return 0;
    at++;
    for (int field = 3; field < 22; field++) { /* field 22 is the start time */
        at = strchr(at + 1, ' ');
        if (!at) return 0;
    }
    return strtoull(at, NULL, 10);
}

bool write_file(int dirfd, const char *name, const char *bytes, size_t size, mode_t mode) {
    char draft[64];
    snprintf(draft, sizeof draft, ".%s", name);
    unlinkat(dirfd, draft, 0);
    int fd = openat(dirfd, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (fd < 0) return false;
    bool good = fchmod(fd, mode) == 0;
    for (size_t done = 0; good && done < size;) {
        ssize_t n = write(fd, bytes + done, size - done);
        good = n > 0;
        done += good ? (size_t)n : 0;
    }
    good = close(fd) == 0 && good;
    return good && renameat(dirfd, draft, dirfd, name) == 0;
}

static void serve(const struct settings *s, int fd) {
    static struct message m;
    struct reply r = {0};
    struct ucred peer;
    socklen_t size = sizeof peer;
    struct timeval patience = {.tv_sec = 30};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != s->peer_uid) {
        reply_error(&r, "forbidden", "this socket answers the portal's account only");
        reply_send(fd, &r);
        return;
    }
    if (!message_read(fd, &m)) {
        reply_error(&r, "bad-request", "the message could not be read");
        reply_send(fd, &r);
        return;
    }
    const char *op = field_text(&m, "op");
    if (op && strcmp(op, "hello") == 0) {
        reply_number(&r, "protocol", PROTOCOL);
        reply_text(&r, "mode", s->sandbox ? "sandbox" : s->single ? "single" : "person");
        reply_text(&r, "tools", s->tools);
        reply_number(&r, "memory-limit", *s->groups != 0);
        reply_number(&r, "uid-first", s->single ? (long)getuid() : (long)s->uid_first);
        reply_number(&r, "uid-last", s->single ? (long)getuid() : (long)s->uid_last);
    } else if (op && strcmp(op, "start") == 0) {
        serve_start(s, &m, &r);
    } else if (op && strcmp(op, "observe") == 0) {
        serve_observe(s, &m, &r);
    } else if (op && strcmp(op, "stop") == 0) {
        serve_stop(s, &m, &r);
    } else {
        reply_error(&r, "bad-request", "unknown operation");
    }
    reply_send(fd, &r);
}

/* The socket has its name only when it answers and belongs to whom it should: who sees it may connect. */
static int listen_on(const struct settings *s) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if ((size_t)snprintf(at.sun_path, sizeof at.sun_path, "%s~", s->socket) >= sizeof at.sun_path) {
        fprintf(stderr, "spawner: the socket's path is longer than %zu bytes: %s\n", sizeof at.sun_path - 2, s->socket);
        exit(2);
    }
    unlink(at.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    mode_t before = umask(0117);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 256) != 0) {
        fprintf(stderr, "spawner: cannot listen on %s: %s\n", s->socket, strerror(errno));
        exit(2);
    }
    umask(before);
    if (!s->single && (chown(at.sun_path, 0, s->portal_gid) != 0 || chmod(at.sun_path, 0660) != 0)) {
        fprintf(stderr, "spawner: cannot hand %s to the portal's group: %s\n", s->socket, strerror(errno));
        exit(2);
    }
    if (rename(at.sun_path, s->socket) != 0) {
        fprintf(stderr, "spawner: cannot name %s: %s\n", s->socket, strerror(errno));
        exit(2);
    }
    return fd;
}

/* What jobs find first in PATH lies in a folder "tools" beside the spawner. */
static void find_tools(struct settings *s) {
    char path[PATH_LIMIT];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    s->tools[0] = 0;
    if (n <= 0) return;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    strcpy(slash, "/tools/srun");
    if (access(path, X_OK) != 0) {
        fprintf(stderr, "spawner: there is no srun for jobs: %s: %s\n", path, strerror(errno));
        return;
    }
    *strrchr(path, '/') = 0;
    strcpy(s->tools, path);
}

static const char *own_groups; /* removed when nothing of an attempt is in it */

static void leave(int sig) {
    (void)sig;
    rmdir(own_groups);
    _exit(0);
}

static long number(const char *name, const char *text) {
    char *end;
    long n = strtol(text, &end, 10);
    if (*end || !*text || n < 0) {
        fprintf(stderr, "spawner: --%s takes a number, not \"%s\"\n", name, text);
        exit(2);
    }
    return n;
}

static void settle(struct settings *s) {
    if (s->single) {
        s->peer_uid = s->run_uid = getuid();
        s->portal_gid = getgid();
        return;
    }
    if (getuid() != 0) {
        fprintf(stderr, "spawner: only root can start jobs under other accounts; use --single\n");
        exit(2);
    }
    if (s->peer_uid == 0 || s->run_uid == 0 || s->portal_gid == 0 || s->uid_first < 1000 || s->uid_last < s->uid_first) {
        fprintf(stderr, "spawner: --peer-uid, --run-uid and --portal-gid must not be 0, and --uid-range must start at 1000 or above\n");
        exit(2);
    }
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"socket", 1, 0, 's'},     {"runs", 1, 0, 'r'},    {"areas", 1, 0, 'a'},     {"peer-uid", 1, 0, 'p'},
        {"portal-gid", 1, 0, 'g'}, {"run-uid", 1, 0, 'u'}, {"uid-range", 1, 0, 'n'}, {"single", 0, 0, '1'},
        {"no-sandbox", 0, 0, 'b'}, {0}};
    struct settings s = {0};
    bool sandbox = true;
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (o) {
            case 's': s.socket = optarg; break;
            case 'r': s.runs = optarg; break;
            case 'a': s.areas = optarg; break;
            case 'p': s.peer_uid = (uid_t)number("peer-uid", optarg); break;
            case 'g': s.portal_gid = (gid_t)number("portal-gid", optarg); break;
            case 'u': s.run_uid = (uid_t)number("run-uid", optarg); break;
            case 'n': {
                char *dash = strchr(optarg, '-');
                if (!dash) return 2;
                *dash = 0;
                s.uid_first = (uid_t)number("uid-range", optarg);
                s.uid_last = (uid_t)number("uid-range", dash + 1);
                break;
            }
            case '1': s.single = true; break;
            case 'b': sandbox = false; break;
            default: return 2;
        }
    if (!s.socket || !s.runs || !s.areas) {
        fprintf(stderr, "spawner: --socket, --runs and --areas are needed\n");
        return 2;
    }
    settle(&s);
    find_tools(&s);
    s.sandbox = s.single && sandbox && sandbox_works(&s);
    groups_prepare(&s);
    groups_sweep(&s);
    own_groups = s.groups;
    signal(SIGPIPE, SIG_IGN);
    if (*s.groups) signal(SIGTERM, leave);
    signal(SIGCHLD, SIG_IGN); /* workers are reaped by the kernel */
    int listener = listen_on(&s);
    printf("spawner: ready on %s (%s)\n", s.socket, s.sandbox ? "one account, a sandbox per job" : s.single ? "single person" : "an account per person");
    fflush(stdout);
    for (;;) {
        int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno != EINTR && errno != ECONNABORTED) usleep(10000); /* out of descriptors: let workers end */
            continue;
        }
        pid_t worker = fork();
        if (worker == 0) {
            close(listener);
            signal(SIGCHLD, SIG_DFL);
            signal(SIGTERM, SIG_DFL);
            serve(&s, fd);
            _exit(0);
        }
        if (worker < 0) fprintf(stderr, "spawner: cannot fork: %s\n", strerror(errno));
        close(fd);
    }
}
