// Gates, which keep loops out of libcurl while the process exits.
//
// `exit` calls the handlers of libraries while all threads continue. OpenSSL's handler frees what its connections use,
// so a thread inside libcurl would crash. Therefore each thread that uses libcurl is inside its gate meanwhile. The
// exiting thread closes the gates before OpenSSL's handler runs, and waits until no thread is inside: as long as those
// inside or others, whose locks they may wait for, compute or wait for a processor, for half a second if all are blocked,
// and for ten seconds at most.
#ifndef CLIBCURL_EXIT_H
#define CLIBCURL_EXIT_H

#ifdef __linux__

#include <stdbool.h>

/// Registers the handler that closes the gates. Must be called once, after libcurl has been initialized.
bool libcurl_gates_begin(void);

/// Runs the body on this thread, with a gate.
void libcurl_gate_run(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Called before a thread uses libcurl or returns to it. If it returns false, the process exits, and the thread must
/// neither call libcurl nor return to it. Always true on a thread without a gate.
bool libcurl_gate_enter(void);
/// Called when a thread stops using libcurl, or before it calls other code from a callback of libcurl.
void libcurl_gate_leave(void);
/// Returns whether the process exits. Then a thread that has called other code must not call any more.
bool libcurl_is_exiting(void);

#endif
#endif
