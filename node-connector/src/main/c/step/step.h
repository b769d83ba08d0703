/*
 * srun for the local pool: starts the tasks of a step on this machine, each with the view that its (declared) node gives it, and
 * ends with the highest exit code. It runs inside the job with the job's rights; nothing it is told need be believed by anybody else.
 *
 *   srun.c     from options to the end of the step
 *   options.c  the command line; what is taken, what has no effect here, what is refused and why
 *   shares.c   the job's allocation from GATEHOUSE_SHARES; lists of node names as Slurm writes them
 *   layout.c   how many tasks on which node
 *   slots.c    the step's number; CPUs and GPUs that steps of one job do not share
 *   tasks.c    processes and their environment
 *   output.c   lines from tasks to srun's streams; srun's input to tasks
 *   scontrol.c a program of its own: node names, one a line
 */
#ifndef STEP_H
#define STEP_H

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#define TASKS_LIMIT 4096
#define UNSET (-1)

struct node {
    char *name;
    int tasks, cpus, gpu_count;
    int *gpu;
};

struct shares {
    struct node *node;
    int count;
};

struct options {
    int tasks, nodes_low, nodes_high, per_node, cpus;
    int gpus_per_task, gpus_per_node, gpus;
    int wait_seconds, limit_seconds;
    bool label, unbuffered, kill_on_bad, overlap, overcommit, append, quiet;
    const char *export, *folder, *out, *err, *in, *nodes;
    char **command;
};

/* What one node does for the step. */
struct place {
    struct node *node;
    int index; /* in the allocation */
    int tasks, first; /* rank of its first task */
    int *gpu, gpu_count;
};

struct task {
    pid_t pid; /* 0: ended */
    int status, place, local, in;
};

struct step {
    struct options o;
    struct shares shares;
    const char *job;
    int id, tasks, cpus;
    struct place *place;
    int places;
    struct task *task;
};

struct stream {
    int from, to; /* -1: over */
    int rank;     /* -1: no label */
    char *held;   /* of a line that is not over */
    size_t size;
};

/* shares.c */
bool shares_read(const char *text, struct shares *out);
char *names_compress(char *const *names, int count);
char **names_expand(const char *list, int *count); /* NULL when it is malformed */
char *repeats(const int *numbers, int count);      /* 4(x2),2 */
void *need(void *memory);

/* options.c */
void options_read(int argc, char **argv, struct options *o);
void refuse(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* layout.c */
void layout(struct step *s);

/* slots.c */
void slots_take(struct step *s);

/* tasks.c */
void tasks_start(struct step *s, struct stream *streams, int *stream_count);

/* output.c */
void stream_read(const struct step *s, struct stream *t);
void stream_end(const struct step *s, struct stream *t);
int input_begin(struct step *s); /* the descriptor from which srun passes on, or -1 */
bool input_pump(struct step *s, int from);
bool input_waits(void);

#endif
