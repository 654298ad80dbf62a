// Refuses, for LD_PRELOAD, to watch connections with epoll (epoll_ctl), as a system does on which a user watches too many
// descriptors (/proc/sys/fs/epoll/max_user_watches). Other descriptors are watched as usual.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static atomic_bool refuses = true;
static atomic_int refused;

// Watches connections from now on.
void refused_watches_end(void) { refuses = false; }
int refused_watches_count(void) { return refused; }

int epoll_ctl(int set, int operation, int descriptor, struct epoll_event *event) {
  struct sockaddr address;
  socklen_t length = sizeof address;
  if (operation == EPOLL_CTL_ADD && refuses && getsockname(descriptor, &address, &length) == 0 &&
      address.sa_family == AF_INET) {
    refused++;
    errno = ENOSPC;
    return -1;
  }
  return ((int (*)(int, int, int, struct epoll_event *))dlsym(RTLD_NEXT, "epoll_ctl"))(set, operation, descriptor, event);
}
