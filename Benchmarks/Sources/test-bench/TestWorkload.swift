import Foundation
import Measuring

/// A piece of work with the mocks, done so many times a round.
///
/// A wrong result ends the program.
struct TestWorkload: Sendable {
  /// Does it so many times, between start and stop of the round.
  typealias Body = @Sendable (_ round: inout TestRound) async throws -> Void

  let name: String
  let unit: String
  let count: Int
  let smokeCount: Int
  /// The time that makes the rate: the process's running time for what one thread does, so that a busy machine counts
  /// little; the clock for what several threads do together.
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

  static let all = TypedMocks.all + StubLookups.all + Loopback.all

  /// The median of the rounds, after one that warms up.
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
    return TestFigure(
      name: name, unit: unit, perSecond: (1e9 / max(times.median ?? 0, 1)).rounded(),
      running: (running.median ?? 0) / 1000)
  }
}

/// One round of a workload.
struct TestRound: Sendable {
  /// How often the work is to be done.
  let count: Int
  private let stopwatch: Stopwatch
  /// What it took, in nanoseconds.
  private(set) var time = 0.0
  /// How long threads of the process ran for it, in nanoseconds.
  private(set) var runningTime = 0.0

  init(count: Int, stopwatch: Stopwatch) {
    self.count = count
    self.stopwatch = stopwatch
  }

  mutating func start() {
    time = stopwatch.nanoseconds
    runningTime = Stopwatch.process.nanoseconds
  }

  mutating func stop() {
    time = stopwatch.nanoseconds - time
    runningTime = Stopwatch.process.nanoseconds - runningTime
  }
}

/// The work did not come to what it should.
struct WrongCount: Error, CustomStringConvertible {
  let description: String

  static func check<Value: Equatable>(_ actual: Value, _ expected: Value) throws {
    if actual != expected { throw WrongCount(description: "\(actual) instead of \(expected)") }
  }
}

/// What a callback counts, from whatever thread.
final class Counter: @unchecked Sendable {
  // Only touched with the lock held.
  private var value = 0
  private let lock = NSLock()

  var count: Int { lock.withLock { value } }

  func add(_ number: Int) { lock.withLock { value += number } }
}
