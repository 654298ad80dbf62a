import Foundation

/// Runs the body on a thread with half a megabyte of stack.
package func onASmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
