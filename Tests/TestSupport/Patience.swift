package import Dispatch
import Foundation

// How long a test waits in real time for an event. It only ends a test that hangs: no test passes or fails by how long
// something took, so the time is longer than the busiest machine needs.

extension Duration {
  /// The limit for waits that take a duration.
  package static let patience = Duration.seconds(240)
}

extension Double {
  /// The limit for XCTest expectations, in seconds.
  package static let patience = 240.0
}

extension UInt32 {
  /// The limit for `alarm`, in seconds.
  ///
  /// Computed, because a forked child must wait for no lock.
  package static var patience: UInt32 { 240 }
}

extension DispatchTime {
  /// The limit for semaphores and groups, counted from now.
  package static var patience: DispatchTime { .now() + .seconds(240) }
}

/// Yields until the condition holds or the limit is reached, for changes that another thread makes soon.
package func waitPatiently(until isThere: () -> Bool) async {
  let end = ContinuousClock.now + .patience
  while !isThere(), ContinuousClock.now < end { await Task.yield() }
}

extension DispatchGroup {
  /// Waits on a separate thread, to leave the shared threads to the other tests.
  ///
  /// Returns false after a timeout.
  package func ended() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait(timeout: .patience) == .success) }
    }
  }
}
