#include "DarwinSignals.h"
#include <signal.h>

// Sockets on Darwin have an option against SIGPIPE. Those on Linux do not, and the files under test set no flag.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
