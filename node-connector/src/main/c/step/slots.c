#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Steps of one job that run at the same time do not share CPUs, nor GPUs that they asked for, unless they say --overlap: a step that finds
 * none free waits, as with Slurm. Each CPU and GPU of the allocation is one byte of the job's file "steps"; who holds a lock on the byte
 * holds the slot, and the kernel frees it with the srun that held it. The first bytes of the file count the steps.
 */
#define COUNTER_BYTES 16
#define FIRST_SLOT 1024

static bool lock(int fd, short type, off_t at, off_t size, bool wait) {
    struct flock l = {.l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = size};
    int got;
    do got = fcntl(fd, wait ? F_OFD_SETLKW : F_OFD_SETLK, &l);
    while (got != 0 && errno == EINTR);
    return got == 0;
}

static int count_step(int fd) {
    char text[COUNTER_BYTES + 1] = {0};
    if (pread(fd, text, COUNTER_BYTES, 0) < 0) return -1;
    int id = atoi(text);
    snprintf(text, sizeof text, "%-*d", COUNTER_BYTES - 1, id + 1);
    return pwrite(fd, text, COUNTER_BYTES, 0) == COUNTER_BYTES ? id : -1;
}

static int wanted_gpus(const struct step *s, const struct place *p, int number) {
    const struct options *o = &s->o;
    if (o->gpus_per_task != UNSET) return o->gpus_per_task * p->tasks;
    if (o->gpus_per_node != UNSET) return o->gpus_per_node;
    if (o->gpus != UNSET) return o->gpus / s->places + (number < o->gpus % s->places);
    return UNSET;
}

static off_t slots_of(const struct step *s, int index) {
    off_t at = FIRST_SLOT;
    for (int i = 0; i < index; i++) at += s->shares.node[i].cpus + s->shares.node[i].gpu_count;
    return at;
}

/* Locks this many free bytes of a range; tells which. */
static int take_some(int fd, off_t from, int among, int want, int *which) {
    int got = 0;
    for (int i = 0; i < among && got < want; i++)
        if (lock(fd, F_WRLCK, from + i, 1, false)) which[got++] = i;
    return got;
}

/* The place on this node of the allocation: its CPUs and GPUs, or nothing. */
static bool take_place(const struct step *s, int fd, struct place *p, int number, int index) {
    struct node *n = &s->shares.node[index];
    int cpus = s->o.overlap || s->o.overcommit ? 0 : p->tasks * s->cpus, gpus = wanted_gpus(s, p, number);
    int *which = need(calloc((size_t)(n->cpus + n->gpu_count + 1), sizeof *which));
    off_t at = slots_of(s, index);
    bool good = cpus <= n->cpus && gpus <= n->gpu_count && take_some(fd, at, n->cpus, cpus, which) == cpus;
    p->gpu = need(calloc((size_t)n->gpu_count + 1, sizeof *p->gpu));
    p->gpu_count = gpus == UNSET ? n->gpu_count : gpus;
    for (int i = 0; i < n->gpu_count; i++) which[i] = i;
    if (good && gpus > 0 && !s->o.overlap) good = take_some(fd, at + n->cpus, n->gpu_count, gpus, which) == gpus;
    for (int i = 0; i < p->gpu_count && good; i++) p->gpu[i] = n->gpu[which[i]];
    free(which);
    if (!good) {
        lock(fd, F_UNLCK, at, n->cpus + n->gpu_count, false);
        return false;
    }
    p->node = n;
    p->index = index;
    return true;
}

/* All places or none. A step that named no nodes takes others of its job when the first are busy. */
static bool take_all(struct step *s, int fd) {
    int next = 0;
    for (int i = 0; i < s->places; i++) {
        bool got = false;
        while (!got) {
            int index = s->o.nodes ? s->place[i].index : next++;
            if (index >= s->shares.count) break;
            got = take_place(s, fd, &s->place[i], i, index);
            if (s->o.nodes) break;
        }
        if (got) continue;
        lock(fd, F_UNLCK, FIRST_SLOT, slots_of(s, s->shares.count) - FIRST_SLOT + 1, false);
        return false;
    }
    return true;
}

static void check_possible(const struct step *s) {
    for (int i = 0; i < s->places; i++) {
        int gpus = wanted_gpus(s, &s->place[i], i);
        if (gpus > s->place[i].node->gpu_count)
            refuse("Unable to create step for job %s: %d GPUs were asked for on %s, the job has %d there", s->job, gpus, s->place[i].node->name,
                   s->place[i].node->gpu_count);
    }
}

void slots_take(struct step *s) {
    const char *path = getenv("GATEHOUSE_STEPS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) refuse("the job's file of steps (GATEHOUSE_STEPS) cannot be opened: %s", path ? strerror(errno) : "the variable is not set");
    check_possible(s);
    for (useconds_t pause = 20000, told = 0;; pause = pause < 500000 ? pause * 2 : pause) {
        if (!lock(fd, F_WRLCK, 0, 1, true)) refuse("the job's file of steps cannot be locked: %s", strerror(errno));
        bool got = take_all(s, fd);
        if (got) s->id = count_step(fd);
        lock(fd, F_UNLCK, 0, 1, false);
        if (got) {
            if (s->id < 0) refuse("the job's file of steps cannot be written: %s", strerror(errno));
            if (told && !s->o.quiet) say("Step created for StepId=%s.%d", s->job, s->id);
            return;
        }
        if (!told && !s->o.quiet) say("Job %s step creation temporarily disabled, retrying (Requested nodes are busy)", s->job);
        told = 1;
        usleep(pause);
    }
}
