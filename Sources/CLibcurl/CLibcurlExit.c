#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlExit.h"

#include "CLibcurl.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct gate {
  pthread_t thread;
  // Changed only by the thread, and read by the exiting thread.
  atomic_bool is_inside;
  // Used only by the thread.
  bool has_been_inside;
  // The processor time that the thread had used at the last look, and when it was last seen at work. Used only by the
  // exiting thread, in nanoseconds.
  int64_t used, working;
  struct gate *next;
};

// Guards only the list. No thread waits or calls other code while it holds the lock.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *gates = NULL;
// Set once, and never reset.
static atomic_bool is_exiting = false;
// The number of the thread that has called `exit` first, or zero.
static _Atomic(int32_t) exiting_thread = 0;
static _Thread_local struct gate *own = NULL;

// How long a thread inside libcurl may be blocked in one system call, as by a resolver without threads or one that
// libcurl cannot abandon. It does not count while the thread waits for a processor or a page, nor while another thread
// does, which may hold a lock that this one waits for.
static const int64_t patience = 500 * INT64_C(1000000);
// How long the exit waits at most, which needs threads that compute for as long, or a very busy machine.
static const int64_t limit = 10 * INT64_C(1000000000);
// How many threads may call `exit` at once.
static const int most_exits = 32;
static const int64_t shortest_pause = 50 * INT64_C(1000), longest_pause = 1000 * INT64_C(1000);

static int64_t now_of(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? now.tv_sec * INT64_C(1000000000) + now.tv_nsec : 0;
}

// Whether any thread but this one runs, or waits for a processor or a page; false if the system does not say.
static bool is_any_other_working(void) {
  const int32_t own_number = libcurl_thread_number();
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return false;
  bool is_any = false;
  for (struct dirent *entry; !is_any && (entry = readdir(threads)) != NULL;) {
    // 0 for the folders `.` and `..`.
    const int32_t number = atoi(entry->d_name);
    const char state = number == 0 || number == own_number ? 0 : libcurl_thread_state(number);
    is_any = state == 'R' || state == 'D';
  }
  closedir(threads);
  return is_any;
}

// Whether the exit has to wait for the thread: it is inside, and computes or will be given a processor.
static bool is_awaited(struct gate *gate, int64_t now) {
  // A closure on this thread may have called `exit`, which does not return to it.
  if (!atomic_load(&gate->is_inside) || pthread_equal(gate->thread, pthread_self())) return false;
  clockid_t clock;
  const int64_t used = pthread_getcpuclockid(gate->thread, &clock) == 0 ? now_of(clock) : 0;
  if (gate->working == 0 || used != gate->used) {
    gate->used = used;
    gate->working = now;
  }
  if (now - gate->working < patience) return true;
  if (!is_any_other_working()) return false;
  gate->working = now;
  return true;
}

static bool is_anyone_awaited(int64_t now) {
  bool is_any = false;
  pthread_mutex_lock(&lock);
  for (struct gate *gate = gates; gate != NULL && !is_any; gate = gate->next) is_any = is_awaited(gate, now);
  pthread_mutex_unlock(&lock);
  return is_any;
}

// Keeps the thread where it is until the process has ended.
static _Noreturn void park(void) {
  while (true) pause();
}

// Not empty for the optimizer, which removes the registration of an empty function.
static void do_nothing(void) { __asm__ volatile(""); }

static void wait_for_gates(void) {
  atomic_store(&is_exiting, true);
  const int64_t start = now_of(CLOCK_MONOTONIC);
  int64_t pause = shortest_pause;
  for (int64_t now = start; now - start < limit && is_anyone_awaited(now); now = now_of(CLOCK_MONOTONIC)) {
    const struct timespec time = {0, pause};
    nanosleep(&time, NULL);
    if (pause < longest_pause) pause *= 2;
  }
}

// Runs once for each registration.
static void close_gates(void) {
  const int32_t number = libcurl_thread_number();
  int32_t first = 0;
  if (!atomic_compare_exchange_strong(&exiting_thread, &first, number)) {
    // A second thread that calls `exit` takes the next handler while the first one waits here. It must not reach that
    // of OpenSSL.
    if (first != number) park();
    return;
  }
  wait_for_gates();
  // Before glibc 2.41 the second thread may have freed the part of the list that this one continues with (glibc bug
  // 31997). A new handler makes this one start again at the head of the list.
  atexit(do_nothing);
}

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork_in_parent(void) { pthread_mutex_unlock(&lock); }
static void after_fork_in_child(void) {
  // Another thread of the parent may have been exiting.
  atomic_store(&exiting_thread, 0);
  // Of the parent's threads, only the one that called fork exists in the child.
  gates = own;
  if (own != NULL) own->next = NULL;
  pthread_mutex_unlock(&lock);
}

bool libcurl_gates_begin(void) {
  // Handlers run in reverse order of registration. libcurl, and with it its TLS library, has registered its own
  // already, so these run before it. Each thread that calls `exit` at the same time needs one.
  for (int count = 0; count < most_exits; count++)
    if (atexit(close_gates) != 0) return false;
  return pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
}

bool libcurl_gate_enter(void) {
  if (own == NULL) return true;
  // Both are sequentially consistent: either the thread sees that the process exits, or the exiting thread sees it
  // inside.
  atomic_store(&own->is_inside, true);
  own->has_been_inside = true;
  if (!atomic_load(&is_exiting)) return true;
  atomic_store(&own->is_inside, false);
  return false;
}

void libcurl_gate_leave(void) {
  if (own != NULL) atomic_store_explicit(&own->is_inside, false, memory_order_release);
}

bool libcurl_is_exiting(void) { return atomic_load(&is_exiting); }

void libcurl_gate_run(void (*body)(void *context), void *context) {
  struct gate gate = {.thread = pthread_self()};
  pthread_mutex_lock(&lock);
  gate.next = gates;
  gates = &gate;
  pthread_mutex_unlock(&lock);
  own = &gate;
  body(context);
  if (gate.has_been_inside) {
    // Otherwise OpenSSL would do it when the thread has left its gate, at the same time as its exit handler.
    if (!libcurl_gate_enter()) park();
    libcurl_thread_end();
    libcurl_gate_leave();
  }
  own = NULL;
  pthread_mutex_lock(&lock);
  struct gate **link = &gates;
  while (*link != NULL && *link != &gate) link = &(*link)->next;
  if (*link != NULL) *link = gate.next;
  pthread_mutex_unlock(&lock);
}

#endif
