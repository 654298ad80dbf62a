import Foundation

/// Runs the body on a thread with half a megabyte of stack, or with another size.
package func onASmallStack<Result: Sendable>(
  of bytes: Int = 512 * 1024, _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    #if THREAD_SANITIZER
      thread.stackSize = 8 * bytes  // Its frames are several times the size.
    #else
      thread.stackSize = bytes
    #endif
    thread.start()
  }
}
