// A wall clock that a test steps, for LD_PRELOAD. clock_gettime, gettimeofday and time return it with an offset that the
// test sets. The other clocks are those of the system. The library also counts the timers that the process creates.

#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_llong offset;
static atomic_int wall_clock_timers;
static atomic_int other_timers;

void stepped_clock_step(long long seconds) { offset += seconds; }
// Timers that the wall clock drives, which fire early or late when it is stepped.
int stepped_clock_wall_clock_timers(void) { return wall_clock_timers; }
int stepped_clock_other_timers(void) { return other_timers; }

int clock_gettime(clockid_t clock, struct timespec *now) {
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  const int result = clock_gettime(CLOCK_REALTIME, &precise);
  (void)zone;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *now) {
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}

int timerfd_create(int clock, int flags) {
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM) {
    wall_clock_timers++;
  } else {
    other_timers++;
  }
  return (int)syscall(SYS_timerfd_create, clock, flags);
}
