// Refuses renameat2, for LD_PRELOAD, as sandboxes do that know fewer system calls than the kernel (seccomp with EPERM).

#include <errno.h>

int renameat2(int folder, const char *source, int other, const char *target, unsigned int flags) {
  (void)folder, (void)source, (void)other, (void)target, (void)flags;
  errno = EPERM;
  return -1;
}
