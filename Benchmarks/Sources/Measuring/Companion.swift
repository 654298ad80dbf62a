import Dispatch

/// A thread that waits while this object lives.
///
/// In a process with a single thread, the C library omits locks and atomic operations, so everything seems cheaper than
/// in a real program.
package final class Companion: Sendable {
  private let end = DispatchSemaphore(value: 0)

  package init() {
    let end = end
    let started = DispatchSemaphore(value: 0)
    DispatchQueue(label: "companion").async {
      started.signal()
      end.wait()
    }
    started.wait()
  }

  deinit { end.signal() }
}
