/// One turn of one subject: the amount of work, and its cost.
package struct Round: Sendable {
  /// The number of elements, subscriptions or deliveries in this round.
  package let count: Int
  private let stopwatch: Stopwatch
  private let counter: AllocationCounter?
  private var started = 0.0
  private(set) var nanoseconds: Double?
  private(set) var allocations: Int?

  init(count: Int, stopwatch: Stopwatch, counter: AllocationCounter? = nil) {
    self.count = count
    self.stopwatch = stopwatch
    self.counter = counter
  }

  /// Starts measuring.
  ///
  /// Setup before this call does not count.
  package mutating func start() {
    counter?.start()
    started = stopwatch.nanoseconds
  }

  /// Stops measuring.
  ///
  /// Assertions and cleanup after this call do not count.
  package mutating func stop() {
    nanoseconds = stopwatch.nanoseconds - started
    allocations = counter?.stop()
  }

  /// Throws if the result is wrong, because the time of a wrong result is worthless.
  package func expect<Value: Equatable>(_ actual: Value, _ expected: Value) throws {
    if actual != expected { throw WrongResult(what: "\(actual) instead of \(expected)") }
  }
}

/// The result of a workload is wrong.
package struct WrongResult: Error, CustomStringConvertible {
  let what: String

  package var description: String { what }
}
