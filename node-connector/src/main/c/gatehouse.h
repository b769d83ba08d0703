/*
 * The spawner starts, watches and stops the processes of attempts on this machine. It is the one part of Gatehouse
 * that may keep root. It speaks a fixed protocol over a Unix socket with one account, the portal's; it never runs a
 * shell and never interprets what it is handed beyond the checks in this folder.
 *
 *   spawner.c   settings, socket, one short-lived worker process per request
 *   wire.c      messages: fields of (name, bytes)
 *   start.c     run folder, log files, then the runner
 *   runner.c    one per attempt, outlives the spawner and the portal: waits, stops, writes the end
 *   observe.c   what is known of an attempt; stopping it
 *
 * Run folder RUNS/<attempt id>:  script  what runs           lock  held by the runner while it lives
 *                                start   runner, time          exit  status, cause, use; written once, by rename
 *                                stdout  stderr              hard links to the person's log files
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
    bool single; /* not root: everything runs as the account that started it */
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
    char **argv, **env;
};
bool valid_attempt_id(const char *id);
void serve_start(const struct settings *s, const struct message *m, struct reply *r);

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

/* shared */
bool write_file(int dirfd, const char *name, const char *bytes, size_t size, mode_t mode);
long long now_ms(void);
unsigned long long process_start_ticks(pid_t pid); /* 0 when there is no such process */
void boot_id(char out[37]);

#endif
