// What the loop around libcurl needs of the system, in a form that Swift can use without importing the C library.
#ifndef CLIBCURL_LOOP_H
#define CLIBCURL_LOOP_H

#ifdef __linux__

#include <stdbool.h>
#include <stdint.h>

struct libcurl_socket_address;

/// What happened to a descriptor: bits of LIBCURL_EVENT.
struct libcurl_loop_event {
  int descriptor;
  int events;
};

/// Opens a set of descriptors to wait for, and a wake-up that is one of them; false when the system refuses.
bool libcurl_loop_open(int *_Nonnull set, int *_Nonnull waker);
/// Closes one of the two.
void libcurl_loop_close(int descriptor);
/// Ends the waiting, or the next one. From any thread.
void libcurl_loop_wake(int waker);
/// Takes note of wake-ups, so that they end no other waiting.
void libcurl_loop_drain(int waker);
/// Waits for a wake-up alone.
void libcurl_loop_sleep(int waker);
/// Waits at most so many milliseconds, -1 for ever; how many events were written.
int libcurl_loop_wait(
    int set, struct libcurl_loop_event *_Nonnull events, int capacity, int milliseconds);
/// Waits for these bits of LIBCURL_POLL from now on; false when the system refuses.
bool libcurl_loop_add(int set, int descriptor, int interest);
bool libcurl_loop_modify(int set, int descriptor, int interest);
void libcurl_loop_remove(int set, int descriptor);

/// How many descriptors this process may have open.
int64_t libcurl_descriptor_limit(void);
/// Whether the system has descriptors for this process: enough of them, some of the last, or none.
int libcurl_descriptors_left(void);
#define LIBCURL_DESCRIPTORS_NONE 0
#define LIBCURL_DESCRIPTORS_FEW 1
#define LIBCURL_DESCRIPTORS_ENOUGH 2

/// Opens a socket as libcurl wants it, closed on exec; -1 when the system refuses, or when the socket would take one of
/// the last descriptors, which looking up names, reading certificates and the rest of the program need.
int libcurl_socket_open(
    const struct libcurl_socket_address *_Nonnull address, bool keeps_reserve, bool *_Nonnull is_short);
void libcurl_socket_close(int descriptor);

/// Microseconds on a clock that only goes forward.
int64_t libcurl_now(void);

#endif
#endif
