#include "step.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void *need(void *memory) {
    if (memory) return memory;
    fprintf(stderr, "no memory\n");
    exit(70);
}

static int number(const char *text) {
    char *end;
    long n = strtol(text, &end, 10);
    return *text && !*end && n >= 0 && n < 1000000 ? (int)n : -1;
}

/* name:tasks:cpus:gpu,gpu;... */
bool shares_read(const char *text, struct shares *out) {
    char *copy = need(strdup(text)), *all = copy;
    *out = (struct shares){0};
    for (char *one; (one = strsep(&all, ";")) != NULL;) {
        char *name = strsep(&one, ":"), *tasks = one ? strsep(&one, ":") : NULL, *cpus = one ? strsep(&one, ":") : NULL;
        if (!cpus || !one || !*name) return false;
        out->node = need(realloc(out->node, (size_t)(out->count + 1) * sizeof *out->node));
        struct node *n = &out->node[out->count++];
        *n = (struct node){.name = name, .tasks = number(tasks), .cpus = number(cpus), .gpu = need(calloc(strlen(one) + 1, sizeof(int)))};
        if (n->tasks < 1 || n->cpus < 1) return false;
        for (char *gpu; *one && (gpu = strsep(&one, ",")) != NULL;) {
            n->gpu[n->gpu_count] = number(gpu);
            if (n->gpu[n->gpu_count++] < 0) return false;
            if (!one) break;
        }
    }
    return out->count > 0;
}

/* Digits at the end of the name: the number that a range counts. */
static size_t stem(const char *name) {
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1])) n--;
    return strlen(name) - n > 9 ? strlen(name) : n;
}

static bool follows(const char *a, const char *b) { /* n9 and n10, n09 and n10, but not n9 and n010 */
    size_t at = stem(a);
    if (stem(b) != at || strncmp(a, b, at) != 0 || !a[at] || !b[at] || atoi(b + at) != atoi(a + at) + 1) return false;
    bool padded = a[at] == '0' || b[at] == '0';
    return !padded || strlen(a) == strlen(b);
}

static bool kin(const char *a, const char *b) { return a[stem(a)] && b[stem(b)] && stem(a) == stem(b) && strncmp(a, b, stem(a)) == 0; }

/* a1 a2 a3 b7 b9 becomes a[1-3],b[7,9]; one name alone stays as it is. */
char *names_compress(char *const *names, int count) {
    char *out;
    size_t size;
    FILE *to = need(open_memstream(&out, &size));
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && kin(names[i], names[next]); next++);
        size_t at = stem(names[i]);
        if (i) fputc(',', to);
        if (next == i + 1) {
            fputs(names[i], to);
            continue;
        }
        fprintf(to, "%.*s[", (int)at, names[i]);
        for (int k = i, last; k < next; k = last + 1) {
            for (last = k; last + 1 < next && follows(names[last], names[last + 1]); last++);
            fprintf(to, k > i ? ",%s" : "%s", names[k] + at);
            if (last > k) fprintf(to, "-%s", names[last] + at);
        }
        fputc(']', to);
    }
    fclose(to);
    return need(out);
}

struct list {
    char **name;
    int count;
};

static void put(struct list *l, const char *before, const char *digits, const char *after) {
    char *name;
    if (l->count >= 65536) exit(70);
    if (asprintf(&name, "%s%s%s", before, digits, after) < 0) exit(70);
    l->name = need(realloc(l->name, (size_t)(l->count + 2) * sizeof *l->name));
    l->name[l->count++] = name;
    l->name[l->count] = NULL;
}

static bool put_ranges(struct list *l, const char *before, char *ranges, const char *after) {
    for (char *one; (one = strsep(&ranges, ",")) != NULL;) {
        char *low = strsep(&one, "-"), digits[32];
        int from = number(low), to = one ? number(one) : from, width = (int)strlen(low);
        if (from < 0 || to < from || to - from > 65535 || width > 9) return false;
        for (int n = from; n <= to; n++) {
            snprintf(digits, sizeof digits, "%0*d", width, n);
            put(l, before, digits, after);
        }
    }
    return true;
}

char **names_expand(const char *text, int *count) {
    struct list l = {0};
    char *copy = need(strdup(text));
    for (char *at = copy, *next; at; at = next) {
        char *open = at + strcspn(at, "[,"), *close = *open == '[' ? strchr(open, ']') : NULL;
        if (*open == '[' && !close) return NULL;
        char *end = close ? close + strcspn(close, ",") : open;
        next = *end ? end + 1 : NULL;
        *end = 0;
        if (close) {
            *open = *close = 0;
            if (strpbrk(close + 1, "[]") || !put_ranges(&l, at, open + 1, close + 1)) return NULL;
        } else if (*at) {
            put(&l, at, "", "");
        }
    }
    free(copy);
    *count = l.count;
    return l.name;
}

char *repeats(const int *numbers, int count) {
    char *out;
    size_t size;
    FILE *to = need(open_memstream(&out, &size));
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && numbers[next] == numbers[i]; next++);
        fprintf(to, i ? ",%d" : "%d", numbers[i]);
        if (next - i > 1) fprintf(to, "(x%d)", next - i);
    }
    fclose(to);
    return need(out);
}
