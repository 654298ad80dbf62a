#include <stdlib.h>
#include <sys/resource.h>

// Swift Testing starts all tests of a process at once. With thousands of tests each waits for a thread for so long that
// limits in real time end, and the process has more connections and files than it may open. So a plain `swift test`
// runs sixteen at a time, unless the environment says otherwise. The variable is read when the tests start, after this.
__attribute__((constructor)) static void limitTestsAtATime(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}

// Foundation's URLSession on Linux sends requests to this machine through the proxy of the environment, which cannot
// reach it, so a plain `swift test` would fail behind a proxy. Tests that need one set it themselves.
__attribute__((constructor)) static void removeProxies(void) {
  const char *names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
  for (unsigned index = 0; index < sizeof(names) / sizeof(names[0]); index++) unsetenv(names[index]);
}

// Tests over sockets need more descriptors than the 1,024 that a process on Linux may usually open unless it asks for
// more, because XCTest keeps the objects of all its test cases, with their sessions and servers, until the end.
__attribute__((constructor)) static void raiseDescriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t wanted = 16384;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}
