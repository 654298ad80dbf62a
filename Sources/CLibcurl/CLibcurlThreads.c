#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlThreads.h"
#include "CLibcurlExit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int32_t libcurl_thread_number(void) { return (int32_t)syscall(SYS_gettid); }

char libcurl_thread_state(int32_t number) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)number);
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  const bool is_read = fgets(line, sizeof line, file) != NULL;
  fclose(file);
  // The state follows the name, which may have any characters.
  const char *end = is_read ? strrchr(line, ')') : NULL;
  return end != NULL && end[1] == ' ' ? end[2] : 0;
}

int64_t libcurl_thread_time(int32_t number) {
  // The clock has room for 28 bits; 0 would be this thread.
  if (number <= 0 || number >= 1 << 28) return -1;
  // What `pthread_getcpuclockid` returns, which needs the thread itself.
  const clockid_t clock = (clockid_t)((~(unsigned int)number << 3) | 6);
  struct timespec used;
  return clock_gettime(clock, &used) == 0 ? used.tv_sec * INT64_C(1000000000) + used.tv_nsec : -1;
}

struct libcurl_semaphore {
  pthread_mutex_t lock;
  pthread_cond_t arrival;
  // Guarded by the lock.
  uint64_t count;
};

struct libcurl_semaphore *libcurl_semaphore_make(void) {
  struct libcurl_semaphore *semaphore = malloc(sizeof *semaphore);
  if (semaphore == NULL) return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  // The wall clock could be set back while a thread waits.
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&semaphore->lock, NULL);
  pthread_cond_init(&semaphore->arrival, &attributes);
  pthread_condattr_destroy(&attributes);
  semaphore->count = 0;
  return semaphore;
}

void libcurl_semaphore_free(struct libcurl_semaphore *semaphore) {
  pthread_cond_destroy(&semaphore->arrival);
  pthread_mutex_destroy(&semaphore->lock);
  free(semaphore);
}

void libcurl_semaphore_signal(struct libcurl_semaphore *semaphore) {
  pthread_mutex_lock(&semaphore->lock);
  semaphore->count++;
  pthread_cond_signal(&semaphore->arrival);
  pthread_mutex_unlock(&semaphore->lock);
}

bool libcurl_semaphore_wait(struct libcurl_semaphore *semaphore, int64_t microseconds) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  const int64_t nanoseconds = deadline.tv_nsec + microseconds % 1000000 * 1000;
  deadline.tv_sec += microseconds / 1000000 + nanoseconds / 1000000000;
  deadline.tv_nsec = nanoseconds % 1000000000;
  pthread_mutex_lock(&semaphore->lock);
  int error = 0;
  while (semaphore->count == 0 && error != ETIMEDOUT)
    error = pthread_cond_timedwait(&semaphore->arrival, &semaphore->lock, &deadline);
  const bool has_come = semaphore->count > 0;
  if (has_come) semaphore->count--;
  pthread_mutex_unlock(&semaphore->lock);
  return has_come;
}

struct thread_start {
  const char *name;
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  const struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  libcurl_gate_run(start.body, start.context);
  return NULL;
}

// Threads run code of users, such as a decoder that recurses for each level of a body. The default of musl is 128 KiB,
// and that of glibc is the limit of the process (`ulimit -s`).
static const size_t smallest_stack = 1 << 20;

bool libcurl_thread_start(const char *name, void (*body)(void *), void *context) {
  struct thread_start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  start->name = name;
  start->body = body;
  start->context = context;

  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) {
    free(start);
    return false;
  }
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  size_t stack;
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 && stack < smallest_stack)
    pthread_attr_setstacksize(&attributes, smallest_stack);
  // A thread inherits the signal mask of its creator. Signals from outside are left to other threads. Those of a crash
  // are not blocked, as on threads of libdispatch: if one is blocked, the system ends the process without calling the
  // handler that reports the crash.
  static const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigdelset(&blocked, crashes[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  const bool has_started = pthread_create(&thread, &attributes, run, start) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (!has_started) free(start);
  return has_started;
}

#endif
