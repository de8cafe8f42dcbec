/* Counts heap allocations of the program it is preloaded into, and says so at its end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned long long count;
static char early[65536];
static size_t used;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

void *malloc(size_t size) {
  static void *(*real)(size_t);
  count++;
  if (!real) real = (void *(*)(size_t))next("malloc");
  return real(size);
}

void *calloc(size_t many, size_t size) {
  static void *(*real)(size_t, size_t);
  static int resolving;
  count++;
  if (!real) {
    /* dlsym itself may ask for zeroed memory. */
    if (resolving) {
      size_t bytes = (many * size + 15) / 16 * 16;
      if (used + bytes > sizeof early) return NULL;
      used += bytes;
      return early + used - bytes;
    }
    resolving = 1;
    real = (void *(*)(size_t, size_t))next("calloc");
  }
  return real(many, size);
}

void *realloc(void *old, size_t size) {
  static void *(*real)(void *, size_t);
  count++;
  if (!real) real = (void *(*)(void *, size_t))next("realloc");
  return real(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  static int (*real)(void **, size_t, size_t);
  count++;
  if (!real) real = (int (*)(void **, size_t, size_t))next("posix_memalign");
  return real(out, alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  static void *(*real)(size_t, size_t);
  count++;
  if (!real) real = (void *(*)(size_t, size_t))next("aligned_alloc");
  return real(alignment, size);
}

void free(void *memory) {
  static void (*real)(void *);
  if ((char *)memory >= early && (char *)memory < early + sizeof early) return;
  if (!real) real = (void (*)(void *))next("free");
  real(memory);
}

__attribute__((destructor)) static void report(void) {
  char line[64];
  int length = snprintf(line, sizeof line, "allocations %llu\n", count);
  if (write(2, line, (size_t)length) < 0) return;
}
