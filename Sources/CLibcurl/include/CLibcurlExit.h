// What keeps loops out of libcurl once the process exits.
//
// `exit` runs the handlers of libraries while all threads go on. OpenSSL's handler frees what its connections use, so a
// thread inside libcurl would crash. A thread that uses libcurl is therefore inside its gate meanwhile. Whoever exits
// closes the gates before OpenSSL's handler runs, and waits until nobody is inside.
#ifndef CLIBCURL_EXIT_H
#define CLIBCURL_EXIT_H

#ifdef __linux__

#include <stdbool.h>

/// Registers the handler that closes the gates. To be called once, after libcurl has been started.
bool libcurl_gates_begin(void);

/// Runs the body on this thread, which has a gate meanwhile.
void libcurl_gate_run(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// This thread is about to use libcurl, or to return to it. False when the process exits: then the thread must neither
/// call libcurl nor return to it any more. True on a thread without a gate.
bool libcurl_gate_enter(void);
/// This thread is no longer using libcurl, or libcurl has called it and it calls other code.
void libcurl_gate_leave(void);
/// Whether the process exits: then a thread that has called other code must not call more of it.
bool libcurl_is_exiting(void);

#endif
#endif
