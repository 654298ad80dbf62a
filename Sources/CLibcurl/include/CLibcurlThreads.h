// Threads, and timeouts that do not depend on the wall clock.
#ifndef CLIBCURL_THREADS_H
#define CLIBCURL_THREADS_H

#ifdef __linux__

#include <stdbool.h>
#include <stdint.h>

/// Runs the body on a dedicated thread, which blocks all signals except those of a crash, and has a gate
/// (`libcurl_gate_enter`); false if the system refuses. The name is a literal of up to 15 characters.
bool libcurl_thread_start(
    const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// The system's number of this thread.
int32_t libcurl_thread_number(void);
/// The state of the thread with this number as in proc(5): `R` if it runs or waits only for a processor, `D` if it waits
/// for a page. 0 if the system does not say.
char libcurl_thread_state(int32_t number);
/// The processor time of the thread with this number in nanoseconds; -1 if the system does not say.
int64_t libcurl_thread_time(int32_t number);

/// A counting semaphore.
struct libcurl_semaphore;

/// Creates a semaphore; null without memory.
struct libcurl_semaphore *_Nullable libcurl_semaphore_make(void);
/// Frees a semaphore that no thread waits for.
void libcurl_semaphore_free(struct libcurl_semaphore *_Nonnull semaphore);
void libcurl_semaphore_signal(struct libcurl_semaphore *_Nonnull semaphore);
/// Waits for a signal for at most this many microseconds of a monotonic clock; false after the timeout.
bool libcurl_semaphore_wait(struct libcurl_semaphore *_Nonnull semaphore, int64_t microseconds);

#endif
#endif
