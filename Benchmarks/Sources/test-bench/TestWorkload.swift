import Foundation
import Measuring

/// Work with the mocks, repeated a number of times in each round.
///
/// A wrong result ends the program.
struct TestWorkload: Sendable {
  /// Does the work as often as the round says, between its start and stop.
  typealias Body = @Sendable (_ round: inout TestRound) async throws -> Void

  let name: String
  let unit: String
  let count: Int
  let smokeCount: Int
  /// The clock for the rate.
  ///
  /// CPU time of the process is for work on one thread, so that other load has little effect; wall time is for work
  /// that several threads share.
  let stopwatch: Stopwatch
  let body: Body

  init(
    _ name: String, per unit: String, count: Int, smokeCount: Int, stopwatch: Stopwatch = .process,
    _ body: @escaping Body
  ) {
    self.name = name
    self.unit = unit
    self.count = count
    self.smokeCount = smokeCount
    self.stopwatch = stopwatch
    self.body = body
  }

  /// Returns the median of the rounds, after one that warms up.
  func measure(rounds: Int, smoke: Bool) async throws -> TestFigure {
    let count = smoke ? smokeCount : count
    var times: [Double] = []
    var running: [Double] = []
    for number in 0...rounds {
      var round = TestRound(count: count, stopwatch: stopwatch)
      try await body(&round)
      if number > 0 || smoke {
        times.append(round.time / Double(count))
        running.append(round.runningTime / Double(count))
      }
      if smoke { break }
    }
    let rate = 1e9 / max(times.median ?? 0, 1)
    return TestFigure(
      name: name, unit: unit, perSecond: rate < 100 ? (rate * 1e4).rounded() / 1e4 : rate.rounded(),
      running: (running.median ?? 0) / 1000)
  }
}

/// One round of a workload.
struct TestRound: Sendable {
  /// The number of repetitions.
  let count: Int
  private let stopwatch: Stopwatch
  /// The elapsed time in nanoseconds.
  private(set) var time = 0.0
  /// The CPU time of the process in nanoseconds.
  private(set) var runningTime = 0.0

  init(count: Int, stopwatch: Stopwatch) {
    self.count = count
    self.stopwatch = stopwatch
  }

  mutating func start() {
    time = stopwatch.nanoseconds
    runningTime = Stopwatch.process.nanoseconds
  }

  /// Uses a time that was measured otherwise, such as virtual time.
  mutating func take(_ time: Duration) { self.time = time / .nanoseconds(1) }

  mutating func stop() {
    time = stopwatch.nanoseconds - time
    runningTime = Stopwatch.process.nanoseconds - runningTime
  }
}

/// The result of a workload is wrong.
struct WrongCount: Error, CustomStringConvertible {
  let description: String

  static func check<Value: Equatable>(_ actual: Value, _ expected: Value) throws {
    if actual != expected { throw WrongCount(description: "\(actual) instead of \(expected)") }
  }
}

/// A counter for callbacks on any thread.
final class Counter: @unchecked Sendable {
  // Only used while the lock is held.
  private var value = 0
  private let lock = NSLock()

  var count: Int { lock.withLock { value } }

  /// Returns the new count.
  @discardableResult
  func add(_ number: Int) -> Int {
    lock.withLock {
      value += number
      return value
    }
  }
}
