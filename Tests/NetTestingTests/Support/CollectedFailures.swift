import Net
import NetTesting

/// Takes the failures of what runs inside `collect`, in place of the framework.
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

  /// To be given to what takes a reporter.
  var reporter: TestReporter {
    let failures = failures
    return TestReporter { message, place in
      failures.withLock { $0.append(Failure(message: message, place: place)) }
    }
  }
}

/// The messages of the failures of a statement.
func failures(_ body: () throws -> Void) rethrows -> [String] {
  let collected = CollectedFailures()
  try collected.collect(body)
  return collected.messages
}
