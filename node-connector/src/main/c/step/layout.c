#include "step.h"

#include <stdlib.h>
#include <string.h>

#define TOO_MANY "Unable to create step for job %s: More processors requested than permitted"

static int env_number(const char *name) {
    const char *text = getenv(name);
    char *end;
    long n = text && *text ? strtol(text, &end, 10) : -1;
    return n > 0 && !*end && n < 1000000 ? (int)n : UNSET;
}

static int room(const struct step *s, const struct node *n) {
    int fit = s->o.overcommit ? TASKS_LIMIT : n->cpus / s->cpus;
    return s->o.per_node != UNSET && s->o.per_node < fit ? s->o.per_node : fit;
}

/* Nodes that may be used, in the allocation's order. */
static int candidates(const struct step *s, int *index) {
    int count = 0, asked = 0;
    char **names = s->o.nodes ? names_expand(s->o.nodes, &asked) : NULL;
    if (s->o.nodes && !names) refuse("--nodelist=%s is malformed", s->o.nodes);
    for (int k = 0; k < asked; k++) {
        bool ours = false;
        for (int i = 0; i < s->shares.count; i++) ours = ours || strcmp(s->shares.node[i].name, names[k]) == 0;
        if (!ours) refuse("Unable to create step for job %s: %s is not a node of this job", s->job, names[k]);
    }
    for (int i = 0; i < s->shares.count; i++) {
        bool wanted = !s->o.nodes;
        for (int k = 0; k < asked; k++) wanted = wanted || strcmp(s->shares.node[i].name, names[k]) == 0;
        if (wanted) index[count++] = i;
    }
    return count;
}

static int allocated(const struct step *s) {
    int tasks = 0;
    for (int i = 0; i < s->shares.count; i++) tasks += s->shares.node[i].tasks;
    return tasks;
}

static void settle_counts(struct step *s, int usable) {
    int inherited = env_number("SLURM_CPUS_PER_TASK"), nodes = s->o.nodes_high;
    if (nodes != UNSET && nodes > usable) nodes = s->o.nodes_low > usable ? UNSET : usable;
    if (s->o.nodes_high != UNSET && nodes == UNSET)
        refuse("Unable to create step for job %s: %d nodes were asked for, the job has %d", s->job, s->o.nodes_low, usable);
    s->tasks = s->o.tasks;
    if (s->tasks == UNSET && s->o.per_node != UNSET) s->tasks = s->o.per_node * (nodes != UNSET ? nodes : usable);
    if (s->tasks == UNSET) s->tasks = env_number("SLURM_NTASKS");
    if (s->tasks == UNSET) s->tasks = allocated(s);
    if (s->tasks > TASKS_LIMIT) refuse("a step has at most %d tasks here, not %d", TASKS_LIMIT, s->tasks);
    s->places = nodes != UNSET ? nodes : usable;
    if (s->places > s->tasks) {
        if (s->o.nodes_high != UNSET || s->o.nodes) say("Warning: can't run %d processes on %d nodes, setting nnodes to %d", s->tasks, s->places, s->tasks);
        s->places = s->tasks;
    }
    /* What the job asked for each task holds for a step, unless the step asks for more and smaller tasks. */
    s->cpus = s->o.cpus != UNSET ? s->o.cpus : inherited != UNSET ? inherited : 1;
    long all = 0;
    for (int i = 0; i < s->shares.count; i++) all += s->shares.node[i].cpus;
    if (s->o.cpus == UNSET && (long)s->tasks * s->cpus > all) s->cpus = 1;
}

/* As Slurm: each node in turn gets a task while it has room; then ranks are given node by node. */
static bool deal(struct step *s, const int *index, int usable) {
    int left = s->tasks;
    s->place = need(calloc((size_t)s->places, sizeof *s->place));
    /* The nodes with the most room, in the allocation's order. */
    bool *chosen = need(calloc((size_t)usable, sizeof *chosen));
    for (int n = 0; n < s->places; n++) {
        int best = -1;
        for (int i = 0; i < usable; i++)
            if (!chosen[i] && (best < 0 || room(s, &s->shares.node[index[i]]) > room(s, &s->shares.node[index[best]]))) best = i;
        chosen[best] = true;
    }
    for (int i = 0, n = 0; i < usable; i++)
        if (chosen[i]) s->place[n++] = (struct place){.node = &s->shares.node[index[i]], .index = index[i]};
    free(chosen);
    bool as_planned = s->tasks == allocated(s) && s->places == s->shares.count && s->o.per_node == UNSET;
    for (int i = 0; i < s->places && as_planned; i++) as_planned = s->place[i].node->tasks <= room(s, s->place[i].node);
    for (int i = 0; i < s->places && as_planned; i++) left -= s->place[i].tasks = s->place[i].node->tasks;
    for (bool moved = true; left > 0 && moved;) {
        moved = false;
        for (int i = 0; i < s->places && left > 0; i++)
            if (s->place[i].tasks < room(s, s->place[i].node)) {
                s->place[i].tasks++;
                left--;
                moved = true;
            }
    }
    return left == 0;
}

void layout(struct step *s) {
    int *index = need(calloc((size_t)s->shares.count, sizeof *index));
    int usable = candidates(s, index);
    settle_counts(s, usable);
    if (!deal(s, index, usable)) refuse(TOO_MANY " (%d tasks of %d CPUs)", s->job, s->tasks, s->cpus);
    free(index);
}
