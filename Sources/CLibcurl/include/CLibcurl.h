// The part of libcurl's binary interface that Net uses, declared by hand and bound at run time.
//
// Foundation on Linux is linked to libcurl.so.4, so the library is present wherever Net runs, but its header and the
// link that a linker needs may be missing. The names, numbers and layouts here have been stable since 7.68, the oldest
// supported version. On other platforms the whole target is empty.
#ifndef CLIBCURL_H
#define CLIBCURL_H

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CLibcurlAuthorities.h"
#include "CLibcurlConstants.h"
#include "CLibcurlExit.h"
#include "CLibcurlLoop.h"
#include "CLibcurlThreads.h"

// MARK: - Loading

/// Finds libcurl, once per process: the copy that is already loaded, otherwise `libcurl.so.4`, otherwise the GnuTLS
/// build. Returns false if there is none, or only one that is too old. All other functions here require that it
/// returned true.
bool libcurl_load(void);

/// Frees what the TLS library has stored for this thread, which must not use libcurl any more. Does nothing if the library
/// is not OpenSSL.
void libcurl_thread_end(void);

// Errors are numbers, as in libcurl: 0 is success.

/// The version and features of this libcurl. The strings live as long as the process.
struct libcurl_version {
  /// 0x075801 for 7.88.1.
  uint32_t number;
  /// A combination of LIBCURL_FEATURE constants.
  int32_t features;
  /// "7.88.1".
  const char *_Nullable text;
  /// "OpenSSL/3.0.17", with all backends if there are several; null without TLS.
  const char *_Nullable tls;
};

struct libcurl_version libcurl_version(void);

// MARK: - Easy handles

typedef size_t (*libcurl_data_function)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*libcurl_seek_function)(void *_Nullable context, int64_t offset, int origin);
typedef int (*libcurl_progress_function)(
    void *_Nullable context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
typedef int (*libcurl_prereq_function)(
    void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address, int remote_port,
    int local_port);
typedef int (*libcurl_resolver_function)(void *_Nullable state, void *_Nullable reserved, void *_Nullable context);
/// The address that a descriptor is opened for, in libcurl's layout. It is passed on to `libcurl_socket_open`.
struct libcurl_socket_address;
typedef int (*libcurl_open_function)(
    void *_Nullable context, int purpose, struct libcurl_socket_address *_Nullable address);
typedef int (*libcurl_close_function)(void *_Nullable context, int descriptor);
typedef int (*libcurl_debug_function)(
    void *_Nullable easy, int kind, char *_Nullable bytes, size_t count, void *_Nullable context);

void *_Nullable libcurl_easy_init(void);
void libcurl_easy_cleanup(void *_Nonnull easy);
int libcurl_easy_pause(void *_Nonnull easy, int directions);
const char *_Nullable libcurl_easy_strerror(int code);

int libcurl_easy_set_long(void *_Nonnull easy, int option, long value);
int libcurl_easy_set_offset(void *_Nonnull easy, int option, int64_t value);
int libcurl_easy_set_string(void *_Nonnull easy, int option, const char *_Nullable value);
int libcurl_easy_set_pointer(void *_Nonnull easy, int option, void *_Nullable value);
/// Sets bytes, which libcurl copies.
int libcurl_easy_set_blob(void *_Nonnull easy, int option, const void *_Nonnull bytes, size_t count);
int libcurl_easy_set_data_function(void *_Nonnull easy, int option, libcurl_data_function _Nullable function);
int libcurl_easy_set_seek_function(void *_Nonnull easy, libcurl_seek_function _Nullable function);
int libcurl_easy_set_progress_function(void *_Nonnull easy, libcurl_progress_function _Nullable function);
int libcurl_easy_set_prereq_function(void *_Nonnull easy, libcurl_prereq_function _Nullable function);
int libcurl_easy_set_resolver_function(void *_Nonnull easy, libcurl_resolver_function _Nullable function);
int libcurl_easy_set_open_function(void *_Nonnull easy, libcurl_open_function _Nullable function);
int libcurl_easy_set_close_function(void *_Nonnull easy, libcurl_close_function _Nullable function);
int libcurl_easy_set_debug_function(void *_Nonnull easy, libcurl_debug_function _Nullable function);

int libcurl_easy_get_long(void *_Nonnull easy, int info, long *_Nonnull value);
int libcurl_easy_get_offset(void *_Nonnull easy, int info, int64_t *_Nonnull value);
/// Gets a string, which is valid until the handle is used again.
int libcurl_easy_get_string(void *_Nonnull easy, int info, const char *_Nullable *_Nonnull value);
int libcurl_easy_get_pointer(void *_Nonnull easy, int info, void *_Nullable *_Nonnull value);
int libcurl_easy_get_socket(void *_Nonnull easy, int info, int *_Nonnull value);

/// Sends bytes on a connection without a request. After `LIBCURL_E_AGAIN` the next call must have the same bytes at the
/// same address.
int libcurl_easy_send(void *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
/// Receives bytes on a connection without a request; 0 at the end.
int libcurl_easy_receive(void *_Nonnull easy, void *_Nonnull bytes, size_t capacity, size_t *_Nonnull received);

// MARK: - URLs

/// Parses a URL as for a request of a handle with `LIBCURL_OPT_PATH_AS_IS`. Returns null if libcurl would refuse it, or
/// without memory.
void *_Nullable libcurl_url_parse(const char *_Nonnull text);
/// No handle may use the URL any more.
void libcurl_url_free(void *_Nonnull url);

// MARK: - Lists of strings

/// A list in libcurl's layout. The creator keeps it and its strings for as long as it is in use.
struct libcurl_list_node {
  void *_Nonnull text;
  struct libcurl_list_node *_Nullable next;
};

// MARK: - Share handles

void *_Nullable libcurl_share_init(void);
/// Does nothing while an easy handle uses the share.
int libcurl_share_cleanup(void *_Nonnull share);
/// Lets the easy handles of the share use the TLS sessions of each other. Without lock functions, all of them must be used by
/// one thread at a time.
int libcurl_share_sessions(void *_Nonnull share);

// MARK: - Multi handles

typedef int (*libcurl_socket_function)(
    void *_Nullable easy, int descriptor, int interest, void *_Nullable context, void *_Nullable assigned);
typedef int (*libcurl_timer_function)(void *_Nullable multi, long milliseconds, void *_Nullable context);

void *_Nullable libcurl_multi_init(void);
int libcurl_multi_cleanup(void *_Nonnull multi);
int libcurl_multi_add(void *_Nonnull multi, void *_Nonnull easy);
int libcurl_multi_remove(void *_Nonnull multi, void *_Nonnull easy);
int libcurl_multi_set_long(void *_Nonnull multi, int option, long value);
int libcurl_multi_set_socket_function(
    void *_Nonnull multi, libcurl_socket_function _Nonnull function, void *_Nullable context);
int libcurl_multi_set_timer_function(
    void *_Nonnull multi, libcurl_timer_function _Nonnull function, void *_Nullable context);
/// Lets libcurl handle the events of a descriptor, or its timers (`LIBCURL_SOCKET_TIMEOUT`).
int libcurl_multi_act(void *_Nonnull multi, int descriptor, int events);
/// Returns the next transfer that has ended and its result code, or null if there is none.
void *_Nullable libcurl_multi_ended(void *_Nonnull multi, int *_Nonnull code);
const char *_Nullable libcurl_multi_strerror(int code);

#endif
#endif
