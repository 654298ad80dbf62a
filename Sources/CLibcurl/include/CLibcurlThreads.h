// Threads, and waiting that does not depend on the wall clock.
#ifndef CLIBCURL_THREADS_H
#define CLIBCURL_THREADS_H

#ifdef __linux__

#include <stdbool.h>
#include <stdint.h>

/// Runs the body on a dedicated thread, which takes no signals but those of a crash, and has a gate
/// (`libcurl_gate_enter`); false when the system refuses. The name is a literal of at most 15 characters.
bool libcurl_thread_start(
    const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// A counting semaphore.
struct libcurl_semaphore;

/// Null when there is no memory.
struct libcurl_semaphore *_Nullable libcurl_semaphore_make(void);
/// Nobody may wait for it any more.
void libcurl_semaphore_free(struct libcurl_semaphore *_Nonnull semaphore);
void libcurl_semaphore_signal(struct libcurl_semaphore *_Nonnull semaphore);
/// Waits for a signal for at most so many microseconds of a clock that only goes forward; false when none has come.
bool libcurl_semaphore_wait(struct libcurl_semaphore *_Nonnull semaphore, int64_t microseconds);

#endif
#endif
