// The few functions that Swift expects of a C library, for a module that imports nothing.
#include <stddef.h>
#include <stdint.h>

// Memory is asked for in sizes of powers of two, and what is given back waits in a list of its size. So a page
// that replays a walk a thousand times needs no more memory than for the first time.
enum { page = 65536, smallest = 5, largest = 31 };
struct block {
  union {
    struct block *next;
    uint32_t size;
  };
  uint32_t padding[3];
};
static struct block *idle[largest];
extern unsigned char __heap_base;
static uintptr_t top;

static void *take(uint32_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + size;
  uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * page;
  if (end < top) return NULL;
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == (size_t)-1) return NULL;
  void *start = (void *)top;
  top = end;
  return start;
}

void *malloc(size_t wanted) {
  if (wanted > (1u << 30)) return NULL;
  uint32_t size = smallest;
  while (((size_t)1 << size) < wanted + sizeof(struct block)) size++;
  struct block *found = idle[size];
  if (found) {
    idle[size] = found->next;
  } else {
    found = take((uint32_t)1 << size);
    if (!found) return NULL;
  }
  found->size = size;
  return found + 1;
}

void free(void *memory) {
  if (!memory) return;
  struct block *given = (struct block *)memory - 1;
  uint32_t size = given->size;
  given->next = idle[size];
  idle[size] = given;
}

// Every block begins at a multiple of 16, and Swift asks for no more here.
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  *memory = malloc(size);
  return *memory ? 0 : 12;
}

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

// A product of 128 bits, of four of 64.
struct wide {
  uint64_t low, high;
};
void __multi3(struct wide *product, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, left = a1 * b0, right = a0 * b1, high = a1 * b1;
  uint64_t middle = (low >> 32) + (uint32_t)left + (uint32_t)right;
  product->low = (middle << 32) | (uint32_t)low;
  product->high = high + (left >> 32) + (right >> 32) + (middle >> 32) + a * b_high + a_high * b;
}
