#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlLoop.h"
#include "CLibcurlConstants.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// As libcurl lays it out; the address itself follows.
struct libcurl_socket_address {
  int family;
  int type;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

static uint32_t epoll_interest(int interest) {
  return ((interest & LIBCURL_POLL_IN) ? (uint32_t)EPOLLIN : 0) |
         ((interest & LIBCURL_POLL_OUT) ? (uint32_t)EPOLLOUT : 0);
}

static bool control(int set, int operation, int descriptor, int interest) {
  struct epoll_event event = {.events = epoll_interest(interest), .data = {.fd = descriptor}};
  return epoll_ctl(set, operation, descriptor, &event) == 0;
}

bool libcurl_loop_add(int set, int descriptor, int interest) {
  return control(set, EPOLL_CTL_ADD, descriptor, interest);
}

bool libcurl_loop_modify(int set, int descriptor, int interest) {
  return control(set, EPOLL_CTL_MOD, descriptor, interest);
}

void libcurl_loop_remove(int set, int descriptor) { (void)control(set, EPOLL_CTL_DEL, descriptor, 0); }

bool libcurl_loop_open(int *set, int *waker) {
  *set = epoll_create1(EPOLL_CLOEXEC);
  *waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (*set >= 0 && *waker >= 0 && libcurl_loop_add(*set, *waker, LIBCURL_POLL_IN)) return true;
  libcurl_loop_close(*set);
  libcurl_loop_close(*waker);
  return false;
}

void libcurl_loop_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

void libcurl_loop_wake(int waker) {
  const uint64_t one = 1;
  // It fails only when so many are waiting already that none is lost.
  if (write(waker, &one, sizeof one) < 0) return;
}

void libcurl_loop_drain(int waker) {
  uint64_t count;
  if (read(waker, &count, sizeof count) < 0) return;
}

int libcurl_loop_wait(int set, struct libcurl_loop_event *events, int capacity, int milliseconds) {
  enum { most = 256 };
  struct epoll_event happened[most];
  const int count = epoll_wait(set, happened, capacity < most ? capacity : most, milliseconds);
  for (int i = 0; i < count; i++) {
    const uint32_t bits = happened[i].events;
    events[i].descriptor = happened[i].data.fd;
    events[i].events = ((bits & (EPOLLIN | EPOLLHUP | EPOLLRDHUP)) ? LIBCURL_EVENT_IN : 0) |
                       ((bits & EPOLLOUT) ? LIBCURL_EVENT_OUT : 0) |
                       ((bits & EPOLLERR) ? LIBCURL_EVENT_ERROR : 0);
  }
  return count < 0 ? 0 : count;
}

int libcurl_socket_open(const struct libcurl_socket_address *address) {
  return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

void libcurl_socket_close(int descriptor) { close(descriptor); }

int64_t libcurl_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct thread_start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  const struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

bool libcurl_thread_start(void (*body)(void *), void *context) {
  struct thread_start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  start->body = body;
  start->context = context;

  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) {
    free(start);
    return false;
  }
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A thread begins with the signals of the one that makes it: all are kept from it meanwhile.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool has_started = pthread_create(&thread, &attributes, run, start) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (has_started) {
    pthread_setname_np(thread, "net-curl");
  } else {
    free(start);
  }
  return has_started;
}

#endif
