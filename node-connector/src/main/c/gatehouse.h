/*
 * The spawner starts, watches and stops the processes of attempts on this machine. It is the one part of Gatehouse
 * that may keep root. It speaks a fixed protocol over a Unix socket with one account, the portal's; it never runs a
 * shell and never interprets what it is handed beyond the checks in this folder.
 *
 *   spawner.c   settings, socket, one short-lived worker process per request
 *   wire.c      messages: fields of (name, bytes)
 *   start.c     run folder, then the runner
 *   folders.c   the person's folders and log files
 *   runner.c    one per attempt, outlives the spawner and the portal: waits, warns, stops, writes the end
 *   tree.c      the processes of an attempt, and signals to them
 *   group.c     memory limit: a cgroup for each attempt
 *   view.c      the job's own view of /etc
 *   sandbox.c   not root: the job behind bubblewrap's walls
 *   observe.c   what is known of an attempt; stopping it
 *
 * In folders of their own, because they run inside jobs and not here: step/ (srun, scontrol), inside/ (the sandbox's first process).
 *
 * Run folder RUNS/<attempt id>:  script  what runs           lock  held by the runner while it lives
 *                                start   runner, time          exit  status, cause, use; written once, by rename
 *                                stdout  stderr              hard links to the person's log files
 *                                steps  the person's: counts steps, and srun locks its bytes (step/slots.c)
 * RUNS/pulse/ends gets one line for each end, so that one watch tells the portal of all of them.
 */
#ifndef GATEHOUSE_H
#define GATEHOUSE_H

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MESSAGE_LIMIT (4u << 20) /* bytes; a script is at most 1 MB */
#define FIELDS_LIMIT 4096
#define PATH_LIMIT 4096

struct settings {
    const char *socket;
    const char *runs;
    const char *areas;
    uid_t peer_uid;   /* the only account that is answered */
    gid_t portal_gid; /* may read logs and run folders */
    uid_t run_uid;    /* the account of runners */
    uid_t uid_first, uid_last;
    bool single;  /* not root: everything runs as the account that started it */
    bool sandbox; /* single, and each job behind walls of its own */
    char tools[PATH_LIMIT];  /* srun and what else jobs find first in PATH; empty when they are not there */
    char groups[PATH_LIMIT]; /* where a cgroup per attempt is made; empty when none can be */
    bool groups_v2;
};

struct field {
    char *name;
    char *value; /* value[size] is always 0, values may hold zeros before it */
    size_t size;
};

struct message {
    char *bytes;
    struct field fields[FIELDS_LIMIT];
    int count;
};

/* wire.c */
bool message_read(int fd, struct message *m);
const char *field_text(const struct message *m, const char *name); /* NULL when absent or with a zero byte inside */
const struct field *field_of(const struct message *m, const char *name);
long field_number(const struct message *m, const char *name, long low, long high, long otherwise);
char **field_list(const struct message *m, const char *name, const char *first); /* NULL-terminated; first may be NULL */
struct reply {
    char *bytes;
    size_t size, room;
};
void reply_field(struct reply *r, const char *name, const char *value, size_t size);
void reply_text(struct reply *r, const char *name, const char *value);
void reply_number(struct reply *r, const char *name, long long value);
void reply_error(struct reply *r, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool reply_send(int fd, struct reply *r);

/* start.c */
struct attempt {
    char id[37];
    uid_t uid;
    char login[33];
    char area[PATH_LIMIT];
    char dir[PATH_LIMIT];
    const char *cwd;
    int out, err, lock, pulse;
    long limit_seconds, grace_seconds;
    int warn_signal;     /* 0: none */
    bool warn_script;    /* to the script's own process; else to the processes of its steps */
    long warn_seconds;   /* before the limit */
    long memory_mib;     /* of all its nodes together */
    char **argv, **env;
    char **hosts;        /* names that are this machine for the job */
    struct cgroup {       /* open files of its cgroup; -1 without one */
        int procs, events, kill;
        char path[PATH_LIMIT];
    } group;
};
bool valid_attempt_id(const char *id);
void serve_start(const struct settings *s, const struct message *m, struct reply *r);

/* folders.c */
bool valid_name(const char *name);
bool inside(const char *area, const char *path);
bool make_area(const struct settings *s, const struct attempt *a, struct reply *r);
bool make_cwd(const struct settings *s, const struct attempt *a, struct reply *r);
bool open_logs(const struct settings *s, struct attempt *a, const struct message *m, struct reply *r);

/* tree.c */
enum target {
    EVERYTHING,   /* all processes of the attempt */
    ITS_PROCESSES, /* the same without the sandbox's own */
    STEPS         /* what runs below an srun */
};
int tree_signal(const struct settings *s, const struct attempt *a, enum target target, int sig); /* how many there were; sig 0 counts */
int tree_kill(const struct settings *s, const struct attempt *a);
pid_t tree_script(pid_t main_pid); /* the script's process in a sandbox; 0 when it is gone */

/* group.c */
void groups_prepare(struct settings *s);
void groups_sweep(const struct settings *s); /* removes what dead attempts left */
bool group_make(const struct settings *s, struct attempt *a);
bool group_enter(const struct attempt *a);
int group_list(const struct attempt *a, pid_t **list); /* -1 without a group; else list is the caller's */
bool group_saw_oom(const struct attempt *a);
void group_close(struct attempt *a);
void group_remove(const struct attempt *a);
void group_end(const struct settings *s, const char *id); /* kills what is left in it and removes it */

/* view.c */
void write_views(const struct attempt *a);
void own_view(const struct settings *s, const struct attempt *a);

/* sandbox.c */
bool sandbox_works(const struct settings *s);
void sandbox_exec(const struct settings *s, const struct attempt *a, int ready, int status);

/* runner.c */
struct started {
    int error;       /* errno, 0 when the process runs */
    char stage[16];  /* which step failed */
    long long pid;
};
void run_attempt(const struct settings *s, struct attempt *a, int report);

/* observe.c */
void serve_observe(const struct settings *s, const struct message *m, struct reply *r);
void serve_stop(const struct settings *s, const struct message *m, struct reply *r);
bool runner_lives(const char *dir);

/* shared */
bool write_file(int dirfd, const char *name, const char *bytes, size_t size, mode_t mode);
long long now_ms(void);
unsigned long long process_start_ticks(pid_t pid); /* 0 when there is no such process */
void boot_id(char out[37]);

#endif
