#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlLoop.h"
#include "CLibcurlConstants.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// libcurl's layout. The address itself follows.
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

static int duplicate_above_standard_streams(int descriptor) {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  // The error if even the first of these numbers is above the limit.
  if (copy < 0 && errno == EINVAL) errno = EMFILE;
  return copy;
}

int libcurl_above_standard_streams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int moved = duplicate_above_standard_streams(descriptor);
  const int error = errno;
  close(descriptor);
  errno = error;
  return moved;
}

bool libcurl_loop_open(int *set, int *waker) {
  *set = libcurl_above_standard_streams(epoll_create1(EPOLL_CLOEXEC));
  *waker = libcurl_above_standard_streams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (*set >= 0 && *waker >= 0 && libcurl_loop_add(*set, *waker, LIBCURL_POLL_IN)) return true;
  libcurl_close(*set);
  libcurl_close(*waker);
  return false;
}

void libcurl_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

void libcurl_loop_wake(int waker) {
  const uint64_t one = 1;
  // It fails only if so many wake-ups are pending that none is lost.
  if (write(waker, &one, sizeof one) < 0) return;
}

void libcurl_loop_drain(int waker) {
  uint64_t count;
  if (read(waker, &count, sizeof count) < 0) return;
}

void libcurl_loop_sleep(int waker) {
  struct pollfd descriptor = {.fd = waker, .events = POLLIN};
  (void)poll(&descriptor, 1, -1);
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

int64_t libcurl_descriptor_limit(void) {
  struct rlimit limits;
  const bool is_known = getrlimit(RLIMIT_NOFILE, &limits) == 0 && limits.rlim_cur < INT32_MAX;
  return is_known ? (int64_t)limits.rlim_cur : INT32_MAX;
}

// The system assigns the lowest free number, so a high number shows how many are in use.
static bool is_in_reserve(int descriptor) {
  const int64_t limit = libcurl_descriptor_limit();
  const int64_t eighth = limit / 8, most = 64;
  return descriptor >= limit - (eighth < most ? eighth : most);
}

// Opens a descriptor that is used for nothing.
static int open_any(void) {
  const int descriptor = duplicate_above_standard_streams(STDERR_FILENO);
  // There may be no standard error.
  return descriptor < 0 && errno == EBADF ? libcurl_above_standard_streams(eventfd(0, EFD_CLOEXEC)) : descriptor;
}

int libcurl_descriptors_left(int needed) {
  enum { most = 4 };
  int opened[most], count = 0, left = LIBCURL_DESCRIPTORS_ENOUGH;
  while (count < needed && count < most && left != LIBCURL_DESCRIPTORS_NONE) {
    const int descriptor = open_any();
    if (descriptor < 0) {
      // Other errors say nothing about descriptors.
      if (errno == EMFILE || errno == ENFILE) left = LIBCURL_DESCRIPTORS_NONE;
      break;
    }
    opened[count++] = descriptor;
    if (is_in_reserve(descriptor)) left = LIBCURL_DESCRIPTORS_FEW;
  }
  while (count > 0) close(opened[--count]);
  return left;
}

int libcurl_socket_open(const struct libcurl_socket_address *address, bool keeps_reserve, bool *is_short) {
  const int descriptor =
      libcurl_above_standard_streams(socket(address->family, address->type | SOCK_CLOEXEC, address->protocol));
  *is_short = descriptor < 0 ? errno == EMFILE || errno == ENFILE : keeps_reserve && is_in_reserve(descriptor);
  if (descriptor < 0 || !*is_short) return descriptor;
  close(descriptor);
  return -1;
}

void libcurl_socket_shut_down(int descriptor) { (void)shutdown(descriptor, SHUT_RDWR); }

bool libcurl_socket_has_arrivals(int descriptor) {
  char byte;
  return recv(descriptor, &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT) >= 0 || errno != EAGAIN;
}

int libcurl_socket_port(int descriptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
  switch (address.ss_family) {
    case AF_INET: return ntohs(((const struct sockaddr_in *)&address)->sin_port);
    case AF_INET6: return ntohs(((const struct sockaddr_in6 *)&address)->sin6_port);
    default: return 0;
  }
}

void libcurl_socket_abandon(int descriptor) {
  // Unread bytes would make libcurl take the connection for alive. A peer that never stops sending ends the loop, too.
  char bytes[16384];
  for (int count = 0; count < 64 && recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0; count++) continue;
  libcurl_socket_shut_down(descriptor);
}

// Connecting a datagram socket sends nothing, but fails without a route.
static bool reaches(int family, const struct sockaddr *address, socklen_t length) {
  const int descriptor = socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return errno != EAFNOSUPPORT;
  const bool is_connected = connect(descriptor, address, length) == 0;
  const int error = errno;
  close(descriptor);
  return is_connected || (error != ENETUNREACH && error != ENETDOWN && error != EADDRNOTAVAIL);
}

bool libcurl_has_route(void) {
  // Addresses for documentation (RFC 5737 and RFC 3849), on the discard port.
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(9)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(9)};
  return (inet_pton(AF_INET, "192.0.2.1", &four.sin_addr) == 1 &&
          reaches(AF_INET, (const struct sockaddr *)&four, sizeof four)) ||
         (inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr) == 1 &&
          reaches(AF_INET6, (const struct sockaddr *)&six, sizeof six));
}

size_t libcurl_socket_address_size(const struct libcurl_socket_address *address) {
  return offsetof(struct libcurl_socket_address, address) + address->length;
}

bool libcurl_has_route_to(const void *copy, size_t size) {
  // The copy may be aligned in any way.
  struct {
    struct libcurl_socket_address socket;
    struct sockaddr_storage rest;
  } known;
  if (size < sizeof known.socket || size > sizeof known) return false;
  memcpy(&known, copy, size);
  return reaches(known.socket.family, &known.socket.address, known.socket.length);
}

int64_t libcurl_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
