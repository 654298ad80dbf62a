/// One turn of one subject: how often it shall do the work, and what that took.
package struct Round: Sendable {
  /// How many elements, subscriptions or deliveries this round is for.
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

  /// Begins the part that is measured.
  ///
  /// What was set up before does not count.
  package mutating func start() {
    counter?.start()
    started = stopwatch.nanoseconds
  }

  /// Ends the part that is measured.
  ///
  /// What is asserted and torn down after it does not count.
  package mutating func stop() {
    nanoseconds = stopwatch.nanoseconds - started
    allocations = counter?.stop()
  }

  /// Fails the program if the work did not come to what it should: a wrong result has no time.
  package func expect<Value: Equatable>(_ actual: Value, _ expected: Value) throws {
    if actual != expected { throw WrongResult(what: "\(actual) instead of \(expected)") }
  }
}

/// The result of a workload is not what it should be.
package struct WrongResult: Error, CustomStringConvertible {
  let what: String

  package var description: String { what }
}
