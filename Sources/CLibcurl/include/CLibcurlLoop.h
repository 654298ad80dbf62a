// The system calls of the loop around libcurl, so that Swift does not need to import the C library.
#ifndef CLIBCURL_LOOP_H
#define CLIBCURL_LOOP_H

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct libcurl_socket_address;

/// The events of a descriptor, as bits of LIBCURL_EVENT.
struct libcurl_loop_event {
  int descriptor;
  int events;
};

/// Returns the same open file with a number above those of the standard streams, closed on exec; -1 with `errno` if the
/// system refuses. In a process without a standard stream, the next descriptor gets its number, and what the program
/// prints would be written to it.
int libcurl_above_standard_streams(int descriptor);

/// Closes a descriptor, unless it is negative.
void libcurl_close(int descriptor);

/// Opens a set of descriptors to wait for, and a descriptor in it that wakes the loop; false if the system refuses.
bool libcurl_loop_open(int *_Nonnull set, int *_Nonnull waker);
/// Ends the current wait, or the next one. May be called on any thread.
void libcurl_loop_wake(int waker);
/// Consumes wake-ups, so that they do not end another wait.
void libcurl_loop_drain(int waker);
/// Waits only for a wake-up.
void libcurl_loop_sleep(int waker);
/// Waits for at most this many milliseconds, or indefinitely with -1. Returns the number of events written.
int libcurl_loop_wait(
    int set, struct libcurl_loop_event *_Nonnull events, int capacity, int milliseconds);
/// Waits for these bits of LIBCURL_POLL from now on; false if the system refuses.
bool libcurl_loop_add(int set, int descriptor, int interest);
bool libcurl_loop_modify(int set, int descriptor, int interest);
void libcurl_loop_remove(int set, int descriptor);

/// Returns how many descriptors this process may have open.
int64_t libcurl_descriptor_limit(void);
/// Returns whether there are descriptors left for this process: enough, only the last few, or fewer than this many, of
/// which there are at most four.
int libcurl_descriptors_left(int needed);
#define LIBCURL_DESCRIPTORS_NONE 0
#define LIBCURL_DESCRIPTORS_FEW 1
#define LIBCURL_DESCRIPTORS_ENOUGH 2

/// Opens a socket for libcurl, which is closed on exec. -1 if the system refuses, or if the socket would take one of
/// the last descriptors, which are needed to resolve names, to read certificates, and by the rest of the program.
int libcurl_socket_open(
    const struct libcurl_socket_address *_Nonnull address, bool keeps_reserve, bool *_Nonnull is_short);
/// Ends the connection of a socket that stays open.
void libcurl_socket_shut_down(int descriptor);
/// Returns whether bytes, the end or an error have arrived on a socket, which stay there.
bool libcurl_socket_has_arrivals(int descriptor);
/// Returns the local port of a socket; 0 if it has none.
int libcurl_socket_port(int descriptor);
/// Discards what has arrived on a socket that stays open, and ends its connection, so that libcurl finds it dead.
void libcurl_socket_abandon(int descriptor);

/// Returns whether this machine has a route to other networks. Nothing is sent.
bool libcurl_has_route(void);

/// Returns the number of bytes of the value, with the address that follows it.
size_t libcurl_socket_address_size(const struct libcurl_socket_address *_Nonnull address);
/// Returns whether this machine has a route to the address, given the bytes of a `libcurl_socket_address`. Nothing is
/// sent.
bool libcurl_has_route_to(const void *_Nonnull copy, size_t size);

/// Returns the microseconds of a monotonic clock.
int64_t libcurl_now(void);

#endif
#endif
