#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlExit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct gate {
  pthread_t thread;
  // Changed only by the thread, and read by the exiting thread.
  atomic_bool is_inside;
  struct gate *next;
};

// Guards only the list. No thread waits or calls other code while it holds the lock.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *gates = NULL;
// Set once, and never reset.
static atomic_bool is_exiting = false;
static _Thread_local struct gate *own = NULL;

// Far longer than libcurl computes between two system calls. The limit is reached only if libcurl blocks inside a call,
// for a resolver without threads or one that it cannot abandon.
static const long patience_in_milliseconds = 500;
static const long pause_in_microseconds = 50;

static long now_in_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

static bool is_anyone_inside(void) {
  bool is_inside = false;
  pthread_mutex_lock(&lock);
  for (const struct gate *gate = gates; gate != NULL && !is_inside; gate = gate->next) {
    // A closure on this thread may have called `exit`, which does not return to it.
    is_inside = atomic_load(&gate->is_inside) && !pthread_equal(gate->thread, pthread_self());
  }
  pthread_mutex_unlock(&lock);
  return is_inside;
}

static void close_gates(void) {
  atomic_store(&is_exiting, true);
  const long deadline = now_in_milliseconds() + patience_in_milliseconds;
  while (is_anyone_inside() && now_in_milliseconds() < deadline) {
    const struct timespec pause = {0, pause_in_microseconds * 1000};
    nanosleep(&pause, NULL);
  }
}

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork_in_parent(void) { pthread_mutex_unlock(&lock); }
static void after_fork_in_child(void) {
  // Of the parent's threads, only the one that called fork exists in the child.
  gates = own;
  if (own != NULL) own->next = NULL;
  pthread_mutex_unlock(&lock);
}

bool libcurl_gates_begin(void) {
  // Handlers run in reverse order of registration. libcurl, and with it its TLS library, has registered its own
  // already, so this one runs before it.
  return pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0 && atexit(close_gates) == 0;
}

bool libcurl_gate_enter(void) {
  if (own == NULL) return true;
  // Both are sequentially consistent: either the thread sees that the process exits, or the exiting thread sees it
  // inside.
  atomic_store(&own->is_inside, true);
  if (!atomic_load(&is_exiting)) return true;
  atomic_store(&own->is_inside, false);
  return false;
}

void libcurl_gate_leave(void) {
  if (own != NULL) atomic_store_explicit(&own->is_inside, false, memory_order_release);
}

bool libcurl_is_exiting(void) { return atomic_load(&is_exiting); }

void libcurl_gate_run(void (*body)(void *context), void *context) {
  struct gate gate = {.thread = pthread_self(), .is_inside = false};
  pthread_mutex_lock(&lock);
  gate.next = gates;
  gates = &gate;
  pthread_mutex_unlock(&lock);
  own = &gate;
  body(context);
  own = NULL;
  pthread_mutex_lock(&lock);
  struct gate **link = &gates;
  while (*link != NULL && *link != &gate) link = &(*link)->next;
  if (*link != NULL) *link = gate.next;
  pthread_mutex_unlock(&lock);
}

#endif
