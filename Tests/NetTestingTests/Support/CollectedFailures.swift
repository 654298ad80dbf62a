import Net
import NetTesting

/// Collects the failures that `collect` causes instead of reporting them to the test framework.
struct CollectedFailures: Sendable {
  struct Failure: Sendable {
    var message: String
    var place: SourcePlace
  }

  private let failures = SharedLock<[Failure]>([])

  var all: [Failure] { failures.withLock { $0 } }
  var messages: [String] { all.map(\.message) }
  var places: [SourcePlace] { all.map(\.place) }
  var lines: [UInt] { all.map(\.place.line) }

  func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TestReporter.$override.withValue(reporter, operation: body)
  }

  func collectAsync(_ body: () async throws -> Void) async rethrows {
    try await TestReporter.$override.withValue(reporter) { try await body() }
  }

  /// A reporter that collects failures here.
  var reporter: TestReporter {
    let failures = failures
    return TestReporter { message, place in
      failures.withLock { $0.append(Failure(message: message, place: place)) }
    }
  }
}

/// Returns the messages of the failures that the body causes.
func failures(_ body: () throws -> Void) rethrows -> [String] {
  let collected = CollectedFailures()
  try collected.collect(body)
  return collected.messages
}
