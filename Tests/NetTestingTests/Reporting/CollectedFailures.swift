import Net
import NetTesting

/// Takes the failures of what runs inside `collect`, in place of the framework.
struct CollectedFailures: Sendable {
  private let failures = Lock<[(message: String, place: SourcePlace)]>([])

  var messages: [String] { failures.withLock { $0.map(\.message) } }
  var places: [SourcePlace] { failures.withLock { $0.map(\.place) } }
  var lines: [UInt] { places.map(\.line) }

  @discardableResult
  func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TestReporter.$override.withValue(reporter) { try body() }
  }

  func collectAsync(_ body: () async throws -> Void) async rethrows {
    try await TestReporter.$override.withValue(reporter) { try await body() }
  }

  private var reporter: TestReporter {
    let failures = failures
    return TestReporter { message, place in failures.withLock { $0.append((message, place)) } }
  }
}

/// The messages of the failures of a statement.
func failures(_ body: () throws -> Void) rethrows -> [String] {
  let collected = CollectedFailures()
  try collected.collect(body)
  return collected.messages
}
