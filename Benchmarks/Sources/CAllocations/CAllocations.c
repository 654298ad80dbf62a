#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_bool counting;
static atomic_llong count;

// While counting is off, an allocation costs only one load and a branch, so it does not distort the time of a subject
// that allocates.
__attribute__((unused)) static inline void note(void) {
  if (atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  }
}

#if defined(__linux__) && defined(__GLIBC__)

// The program's own definitions override those of the C library in every library that it loads. glibc exports the real
// functions under these names for this purpose.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  note();
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) {
    return ENOMEM;
  }
  *memory = made;
  return 0;
}

bool allocations_are_countable(void) { return true; }

#else

bool allocations_are_countable(void) { return false; }

#endif

void allocations_start(void) {
  atomic_store(&count, 0);
  atomic_store(&counting, true);
}

int64_t allocations_stop(void) {
  atomic_store(&counting, false);
  return atomic_load(&count);
}
