import Net
import NetTesting

/// The failures that mocks made inside `collecting` report, instead of failing the test.
final class CollectedFailures: Sendable {
  struct Failure: Sendable {
    var message: String
    var place: SourcePlace
  }

  private let failures = Lock<[Failure]>([])

  var all: [Failure] { failures.withLock { $0 } }
  var messages: [String] { all.map(\.message) }
  var lines: [UInt] { all.map(\.place.line) }

  func collecting<Result>(_ body: () throws -> Result) rethrows -> Result {
    let reporter = TestReporter { message, place in
      self.failures.withLock { $0.append(Failure(message: message, place: place)) }
    }
    return try TestReporter.$override.withValue(reporter, operation: body)
  }
}
