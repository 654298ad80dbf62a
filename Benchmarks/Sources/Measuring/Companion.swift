import Dispatch

/// A thread that waits for as long as this lives.
///
/// In a process of one thread the C library leaves locks and atomic operations out, and everything seems cheaper than it
/// is in a program.
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
