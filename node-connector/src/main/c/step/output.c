#include "step.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A line longer than this is passed on in pieces. */
#define LINE_LIMIT 65536

static void write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) { /* somebody else's flag on a shared pipe */
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, 1000);
            continue;
        }
        if (n <= 0) return; /* nobody reads any more, or the disk is full: the task goes on */
        bytes += n;
        size -= (size_t)n;
    }
}

static void put_labelled(const struct step *s, struct stream *t, const char *bytes, size_t size) {
    char label[32];
    int width = snprintf(NULL, 0, "%d", s->tasks - 1), n = snprintf(label, sizeof label, "%*d: ", width, t->rank);
    static char line[LINE_LIMIT + 64];
    for (const char *at = bytes, *end; at < bytes + size; at = end) {
        const char *stop = memchr(at, '\n', (size_t)(bytes + size - at));
        end = stop ? stop + 1 : bytes + size;
        size_t length = (size_t)(end - at);
        memcpy(line, label, (size_t)n);
        memcpy(line + n, at, length);
        if (!stop) line[(size_t)n + length++] = '\n'; /* the next label begins a line */
        write_all(t->to, line, (size_t)n + length);
    }
}

static void put(const struct step *s, struct stream *t, size_t size) {
    if (size == 0) return;
    if (t->rank < 0) write_all(t->to, t->held, size);
    else put_labelled(s, t, t->held, size);
    t->size -= size;
    memmove(t->held, t->held + size, t->size);
}

/* The end of what may be passed on: whole lines; without labels also what a carriage return ends, such as a progress bar. */
static size_t whole(const struct stream *t) {
    for (size_t n = t->size; n > 0; n--)
        if (t->held[n - 1] == '\n' || (t->rank < 0 && t->held[n - 1] == '\r')) return n;
    return t->size >= LINE_LIMIT ? t->size : 0;
}

void stream_end(const struct step *s, struct stream *t) {
    if (t->from < 0) return;
    put(s, t, t->size);
    close(t->from);
    free(t->held);
    t->from = -1;
}

void stream_read(const struct step *s, struct stream *t) {
    if (!t->held) t->held = need(malloc(LINE_LIMIT));
    ssize_t n = read(t->from, t->held + t->size, LINE_LIMIT - t->size);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        stream_end(s, t);
        return;
    }
    t->size += (size_t)n;
    put(s, t, whole(t));
}

/* srun's input goes to all tasks: one piece at a time, and the next when everybody who still reads has it. */
static struct {
    char bytes[LINE_LIMIT];
    size_t size;
    size_t *sent;
} input;

int input_begin(struct step *s) {
    bool any = false;
    for (int i = 0; i < s->tasks; i++) any = any || s->task[i].in >= 0;
    if (any) input.sent = need(calloc((size_t)s->tasks, sizeof *input.sent));
    return any ? 0 : -1;
}

bool input_waits(void) { return input.size > 0; }

static void input_close(struct task *t) {
    close(t->in);
    t->in = -1;
}

/* False when it is over. */
bool input_pump(struct step *s, int from) {
    bool left = false, readers = false;
    if (input.size == 0) {
        ssize_t n = read(from, input.bytes, sizeof input.bytes);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
        if (n <= 0) {
            for (int i = 0; i < s->tasks; i++)
                if (s->task[i].in >= 0) input_close(&s->task[i]);
            return false;
        }
        input.size = (size_t)n;
        memset(input.sent, 0, (size_t)s->tasks * sizeof *input.sent);
    }
    for (int i = 0; i < s->tasks; i++) {
        struct task *t = &s->task[i];
        if (t->in < 0) continue;
        ssize_t n = input.sent[i] < input.size ? write(t->in, input.bytes + input.sent[i], input.size - input.sent[i]) : 0;
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            input_close(t);
            continue;
        }
        if (n > 0) input.sent[i] += (size_t)n;
        readers = true;
        left = left || input.sent[i] < input.size;
    }
    if (!left) input.size = 0;
    return readers;
}
