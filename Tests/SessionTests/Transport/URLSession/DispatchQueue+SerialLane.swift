import Dispatch

@testable import Net

/// A lane that a test can suspend.
extension DispatchQueue: SerialLane {
  package func add(_ block: @escaping @Sendable () -> Void) { async(execute: block) }
}
