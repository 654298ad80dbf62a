package import Dispatch

// How long a test waits, in real time, for what must come. It ends a test that hangs and says nothing else: no test is right
// or wrong by how long something took, so it is longer than the busiest machine needs.

extension Duration {
  /// For what waits up to a duration.
  package static let patience = Duration.seconds(120)
}

extension Double {
  /// For the expectations of XCTest, in seconds.
  package static let patience = 120.0
}

extension DispatchTime {
  /// For semaphores and groups: counted from now.
  package static var patience: DispatchTime { .now() + .seconds(120) }
}

/// Waits, as a loop that ends, for what another thread does a moment later.
package func waitPatiently(until isThere: () -> Bool) async {
  let end = ContinuousClock.now + .patience
  while !isThere(), ContinuousClock.now < end { await Task.yield() }
}
