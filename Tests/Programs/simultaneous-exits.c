// Twenty-one threads call exit while one is inside its gate. Compiled with the exit handlers of CLibcurl, with the
// optimizer, as in a release: usage: simultaneous-exits COUNT, which registers so many handlers before. The status is 0 if
// the first handler ran after the thread had left, 1 if before.

#define _GNU_SOURCE

#include "CLibcurlExit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { exits = 20 };

static atomic_int exiting = 0;
static atomic_bool is_inside = false, has_left = false;

void libcurl_thread_end(void) {}

// Not empty, or the optimizer removes its registration.
static void handle(void) { __asm__ volatile(""); }

static void end(void) { _exit(atomic_load(&has_left) ? 0 : 1); }

static int64_t now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void compute(void *context) {
  (void)context;
  libcurl_gate_enter();
  atomic_store(&is_inside, true);
  while (atomic_load(&exiting) <= exits) {}
  // The threads that have said so do call exit in this time, or wait for a processor.
  for (const int64_t start = now(); now() - start < INT64_C(100000000);) {}
  atomic_store(&has_left, true);
  libcurl_gate_leave();
}

static void *run_computing(void *context) {
  libcurl_gate_run(compute, context);
  return NULL;
}

static void *run_exiting(void *context) {
  atomic_fetch_add(&exiting, 1);
  exit(2);
  return context;
}

int main(int count, char **arguments) {
  // An answer for a test that hangs.
  alarm(240);
  for (int left = count > 1 ? atoi(arguments[1]) : 0; left > 0; left--) atexit(handle);
  atexit(end);
  if (!libcurl_gates_begin()) return 3;
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_computing, NULL) != 0) return 4;
  while (!atomic_load(&is_inside)) {}
  for (int left = exits; left > 0; left--)
    if (pthread_create(&thread, NULL, run_exiting, NULL) != 0) return 5;
  run_exiting(NULL);
}
