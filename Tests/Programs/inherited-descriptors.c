// Counts, for LD_PRELOAD, the descriptors that the program itself opens, and those of them that a program started by
// another thread at this moment would inherit. Calls of libraries are not counted.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_int opened;
static atomic_int inherited;

int inherited_descriptors_opened(void) { return opened; }
int inherited_descriptors_count(void) { return inherited; }

static int look(int descriptor, const void *caller) {
  Dl_info code, program;
  if (descriptor < 0 || dladdr(caller, &code) == 0 || dladdr((void *)getauxval(AT_PHDR), &program) == 0) return descriptor;
  if (code.dli_fbase != program.dli_fbase) return descriptor;
  opened++;
  if ((fcntl(descriptor, F_GETFD) & FD_CLOEXEC) == 0) inherited++;
  return descriptor;
}

// Calls the function of the C library, with the arguments in parentheses, and looks at its result.
#define LOOK(name, type, arguments) look(((type)dlsym(RTLD_NEXT, name)) arguments, __builtin_return_address(0))

int socket(int family, int kind, int protocol) {
  return LOOK("socket", int (*)(int, int, int), (family, kind, protocol));
}

int accept(int listener, struct sockaddr *restrict address, socklen_t *restrict length) {
  return LOOK("accept", int (*)(int, struct sockaddr *, socklen_t *), (listener, address, length));
}

int accept4(int listener, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
  return LOOK("accept4", int (*)(int, struct sockaddr *, socklen_t *, int), (listener, address, length, flags));
}

int pipe(int ends[2]) {
  const int result = ((int (*)(int *))dlsym(RTLD_NEXT, "pipe"))(ends);
  for (int i = 0; result == 0 && i < 2; i++) look(ends[i], __builtin_return_address(0));
  return result;
}

int pipe2(int ends[2], int flags) {
  const int result = ((int (*)(int *, int))dlsym(RTLD_NEXT, "pipe2"))(ends, flags);
  for (int i = 0; result == 0 && i < 2; i++) look(ends[i], __builtin_return_address(0));
  return result;
}

int epoll_create1(int flags) { return LOOK("epoll_create1", int (*)(int), (flags)); }

int eventfd(unsigned int count, int flags) {
  return LOOK("eventfd", int (*)(unsigned int, int), (count, flags));
}
