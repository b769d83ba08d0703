#include "gatehouse.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A message: 4 bytes length of the rest; then fields of 2 bytes name length, name, 4 bytes value length, value.
   All numbers are big-endian. */

static bool read_all(int fd, void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t n = read(fd, (char *)to + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static char *copy(const char *from, size_t size) {
    char *to = malloc(size + 1);
    if (!to) _exit(70);
    memcpy(to, from, size);
    to[size] = 0;
    return to;
}

bool message_read(int fd, struct message *m) {
    uint32_t size;
    m->count = 0;
    if (!read_all(fd, &size, 4)) return false;
    size = ntohl(size);
    if (size == 0 || size > MESSAGE_LIMIT) return false;
    m->bytes = malloc(size);
    if (!m->bytes || !read_all(fd, m->bytes, size)) return false;
    for (size_t at = 0; at < size;) {
        uint16_t name_size;
        uint32_t value_size;
        if (m->count == FIELDS_LIMIT || size - at < 2) return false;
        memcpy(&name_size, m->bytes + at, 2);
        name_size = ntohs(name_size);
        at += 2;
        if (size - at < (size_t)name_size + 4) return false;
        const char *name = m->bytes + at;
        at += name_size;
        memcpy(&value_size, m->bytes + at, 4);
        value_size = ntohl(value_size);
        at += 4;
        if (size - at < value_size) return false;
        m->fields[m->count++] =
            (struct field){copy(name, name_size), copy(m->bytes + at, value_size), value_size};
        at += value_size;
    }
    return true;
}

const struct field *field_of(const struct message *m, const char *name) {
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->fields[i].name, name) == 0) return &m->fields[i];
    return NULL;
}

const char *field_text(const struct message *m, const char *name) {
    const struct field *f = field_of(m, name);
    return f && strlen(f->value) == f->size ? f->value : NULL;
}

long field_number(const struct message *m, const char *name, long low, long high, long otherwise) {
    const char *text = field_text(m, name);
    char *end;
    if (!text || !*text) return otherwise;
    errno = 0;
    long n = strtol(text, &end, 10);
    return errno || *end || n < low || n > high ? otherwise : n;
}

char **field_list(const struct message *m, const char *name, const char *first) {
    char **list = calloc((size_t)m->count + 2, sizeof *list);
    int n = 0;
    if (!list) _exit(70);
    if (first) list[n++] = copy(first, strlen(first));
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->fields[i].name, name) == 0 && strlen(m->fields[i].value) == m->fields[i].size)
            list[n++] = m->fields[i].value;
    return list;
}

void reply_field(struct reply *r, const char *name, const char *value, size_t size) {
    size_t name_size = strlen(name), need = r->size + 6 + name_size + size;
    if (need > r->room) {
        r->room = need * 2 + 256;
        r->bytes = realloc(r->bytes, r->room);
        if (!r->bytes) _exit(70);
    }
    uint16_t n = htons((uint16_t)name_size);
    uint32_t v = htonl((uint32_t)size);
    memcpy(r->bytes + r->size, &n, 2);
    memcpy(r->bytes + r->size + 2, name, name_size);
    memcpy(r->bytes + r->size + 2 + name_size, &v, 4);
    if (size) memcpy(r->bytes + r->size + 6 + name_size, value, size);
    r->size = need;
}

void reply_text(struct reply *r, const char *name, const char *value) { reply_field(r, name, value, strlen(value)); }

void reply_number(struct reply *r, const char *name, long long value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    reply_text(r, name, text);
}

void reply_error(struct reply *r, const char *code, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    reply_text(r, "error", code);
    reply_text(r, "message", text);
}

bool reply_send(int fd, struct reply *r) {
    uint32_t size = htonl((uint32_t)r->size);
    if (write(fd, &size, 4) != 4) return false;
    for (size_t done = 0; done < r->size;) {
        ssize_t n = write(fd, r->bytes + done, r->size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}
