#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurl.h"

#include <dlfcn.h>
#include <pthread.h>

// Layouts that libcurl reads or writes.

struct curl_blob {
  void *data;
  size_t len;
  unsigned int flags;
};

struct curl_message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
};

struct curl_version_data {
  int age;
  const char *version;
  unsigned int version_num;
  const char *host;
  int features;
  const char *ssl_version;
};

static struct {
  int (*global_init)(long flags);
  struct curl_version_data *(*version_info)(int age);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  int (*easy_pause)(void *, int);
  int (*easy_send)(void *, const void *, size_t, size_t *);
  int (*easy_recv)(void *, void *, size_t, size_t *);
  const char *(*easy_strerror)(int);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_socket_action)(void *, int, int, int *);
  struct curl_message *(*multi_info_read)(void *, int *);
  const char *(*multi_strerror)(int);
  void *(*share_init)(void);
  int (*share_cleanup)(void *);
  int (*share_setopt)(void *, int, ...);
  void *(*url)(void);
  void (*url_cleanup)(void *);
  int (*url_set)(void *, int, const char *, unsigned int);
} curl;

// Functions of OpenSSL or a library derived from it; null if libcurl uses another one.
static struct {
  void *(*d2i_X509)(void **, const unsigned char **, long);
  unsigned long (*X509_subject_name_hash)(void *);
  void (*X509_free)(void *);
  void (*OPENSSL_thread_stop)(void);
} openssl;

static bool is_loaded = false;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The oldest version whose interface is used here without checks: 7.68.0.
static const unsigned int oldest_version = 0x074400;
// The newest layout of the version data that is requested. The start of the structure never changes.
static const int version_age = 4;
static const long global_all = 3;

#define BIND(name) ((*(void **)&curl.name = dlsym(library, "curl_" #name)) != NULL)

static bool bind_to(void *library) {
  if (dlsym(library, "curl_multi_socket_action") == NULL) return false;
  return BIND(global_init) && BIND(version_info) && BIND(easy_init) && BIND(easy_cleanup) && BIND(easy_setopt) &&
         BIND(easy_getinfo) && BIND(easy_pause) && BIND(easy_send) && BIND(easy_recv) && BIND(easy_strerror) && BIND(multi_init) &&
         BIND(multi_cleanup) && BIND(multi_add_handle) &&
         BIND(multi_remove_handle) && BIND(multi_setopt) && BIND(multi_socket_action) && BIND(multi_info_read) &&
         BIND(multi_strerror) && BIND(share_init) && BIND(share_cleanup) && BIND(share_setopt) && BIND(url) &&
         BIND(url_cleanup) && BIND(url_set);
}

static void bind_openssl_beside(void *library) {
  *(void **)&openssl.d2i_X509 = dlsym(library, "d2i_X509");
  *(void **)&openssl.X509_subject_name_hash = dlsym(library, "X509_subject_name_hash");
  *(void **)&openssl.X509_free = dlsym(library, "X509_free");
  *(void **)&openssl.OPENSSL_thread_stop = dlsym(library, "OPENSSL_thread_stop");
}

static void load(void) {
  bool is_bound = bind_to(RTLD_DEFAULT);
  if (is_bound) bind_openssl_beside(RTLD_DEFAULT);
  const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t i = 0; !is_bound && i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    is_bound = library != NULL && bind_to(library);
    if (is_bound) bind_openssl_beside(library);
  }
  if (!is_bound || curl.version_info(version_age)->version_num < oldest_version) return;
  // Never undone, because Foundation uses the same copy. Before 7.84 no other thread may initialize libcurl meanwhile.
  is_loaded = curl.global_init(global_all) == 0 && libcurl_gates_begin();
}

bool libcurl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct libcurl_version libcurl_version(void) {
  const struct curl_version_data *data = curl.version_info(version_age);
  struct libcurl_version version = {data->version_num, data->features, data->version, data->ssl_version};
  return version;
}

bool libcurl_knows_certificate_hashes(void) {
  return libcurl_load() && openssl.d2i_X509 != NULL && openssl.X509_subject_name_hash != NULL && openssl.X509_free != NULL;
}

bool libcurl_certificate_hash(const uint8_t *der, size_t count, uint32_t *hash) {
  if (!libcurl_knows_certificate_hashes()) return false;
  const unsigned char *from = der;
  void *certificate = openssl.d2i_X509(NULL, &from, (long)count);
  if (certificate == NULL) return false;
  // Some return 32 bits, others a long with the same value.
  *hash = (uint32_t)openssl.X509_subject_name_hash(certificate);
  openssl.X509_free(certificate);
  return true;
}

void libcurl_thread_end(void) {
  if (openssl.OPENSSL_thread_stop != NULL) openssl.OPENSSL_thread_stop();
}

void *libcurl_easy_init(void) { return curl.easy_init(); }
void libcurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }
int libcurl_easy_pause(void *easy, int directions) { return curl.easy_pause(easy, directions); }
const char *libcurl_easy_strerror(int code) { return curl.easy_strerror(code); }

int libcurl_easy_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int libcurl_easy_set_offset(void *easy, int option, int64_t value) {
  return curl.easy_setopt(easy, option, value);
}
int libcurl_easy_set_string(void *easy, int option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}
int libcurl_easy_set_pointer(void *easy, int option, void *value) {
  return curl.easy_setopt(easy, option, value);
}
int libcurl_easy_set_blob(void *easy, int option, const void *bytes, size_t count) {
  const unsigned int copies = 1;
  struct curl_blob blob = {(void *)bytes, count, copies};
  return curl.easy_setopt(easy, option, &blob);
}
int libcurl_easy_set_data_function(void *easy, int option, libcurl_data_function function) {
  return curl.easy_setopt(easy, option, function);
}
int libcurl_easy_set_seek_function(void *easy, libcurl_seek_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_SEEKFUNCTION, function);
}
int libcurl_easy_set_progress_function(void *easy, libcurl_progress_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_XFERINFOFUNCTION, function);
}
int libcurl_easy_set_prereq_function(void *easy, libcurl_prereq_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_PREREQFUNCTION, function);
}
int libcurl_easy_set_resolver_function(void *easy, libcurl_resolver_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_RESOLVER_START_FUNCTION, function);
}
int libcurl_easy_set_open_function(void *easy, libcurl_open_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_OPENSOCKETFUNCTION, function);
}
int libcurl_easy_set_close_function(void *easy, libcurl_close_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_CLOSESOCKETFUNCTION, function);
}
int libcurl_easy_set_debug_function(void *easy, libcurl_debug_function function) {
  return curl.easy_setopt(easy, LIBCURL_OPT_DEBUGFUNCTION, function);
}

int libcurl_easy_get_long(void *easy, int info, long *value) { return curl.easy_getinfo(easy, info, value); }
int libcurl_easy_get_offset(void *easy, int info, int64_t *value) {
  return curl.easy_getinfo(easy, info, value);
}
int libcurl_easy_get_string(void *easy, int info, const char **value) {
  return curl.easy_getinfo(easy, info, value);
}
int libcurl_easy_get_pointer(void *easy, int info, void **value) { return curl.easy_getinfo(easy, info, value); }
int libcurl_easy_get_socket(void *easy, int info, int *value) { return curl.easy_getinfo(easy, info, value); }

int libcurl_easy_send(void *easy, const void *bytes, size_t count, size_t *sent) {
  return curl.easy_send(easy, bytes, count, sent);
}
int libcurl_easy_receive(void *easy, void *bytes, size_t capacity, size_t *received) {
  return curl.easy_recv(easy, bytes, capacity, received);
}

void *libcurl_url_parse(const char *text) {
  // What libcurl itself passes for the text of a URL, with `CURLOPT_PATH_AS_IS`.
  const unsigned int as_for_requests = LIBCURL_U_GUESS_SCHEME | LIBCURL_U_NON_SUPPORT_SCHEME | LIBCURL_U_PATH_AS_IS;
  void *url = curl.url();
  if (url == NULL || curl.url_set(url, LIBCURL_UPART_URL, text, as_for_requests) == 0) return url;
  curl.url_cleanup(url);
  return NULL;
}
void libcurl_url_free(void *url) { curl.url_cleanup(url); }

void *libcurl_share_init(void) { return curl.share_init(); }
int libcurl_share_cleanup(void *share) { return curl.share_cleanup(share); }
int libcurl_share_sessions(void *share) {
  return curl.share_setopt(share, LIBCURL_SHOPT_SHARE, LIBCURL_LOCK_DATA_SSL_SESSION);
}

enum { multi_socket_function = 20001, multi_socket_data = 10002, multi_timer_function = 20004, multi_timer_data = 10005 };

void *libcurl_multi_init(void) { return curl.multi_init(); }
int libcurl_multi_cleanup(void *multi) { return curl.multi_cleanup(multi); }
int libcurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
int libcurl_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }
int libcurl_multi_set_long(void *multi, int option, long value) {
  return curl.multi_setopt(multi, option, value);
}
int libcurl_multi_set_socket_function(void *multi, libcurl_socket_function function, void *context) {
  const int code = curl.multi_setopt(multi, multi_socket_function, function);
  return code != 0 ? code : curl.multi_setopt(multi, multi_socket_data, context);
}
int libcurl_multi_set_timer_function(void *multi, libcurl_timer_function function, void *context) {
  const int code = curl.multi_setopt(multi, multi_timer_function, function);
  return code != 0 ? code : curl.multi_setopt(multi, multi_timer_data, context);
}
int libcurl_multi_act(void *multi, int descriptor, int events) {
  int running = 0;
  return curl.multi_socket_action(multi, descriptor, events, &running);
}
void *libcurl_multi_ended(void *multi, int *code) {
  const int ended = 1;
  int rest = 0;
  struct curl_message *message;
  while ((message = curl.multi_info_read(multi, &rest)) != NULL) {
    if (message->kind != ended) continue;
    *code = message->data.result;
    return message->easy;
  }
  return NULL;
}
const char *libcurl_multi_strerror(int code) { return curl.multi_strerror(code); }

#endif
