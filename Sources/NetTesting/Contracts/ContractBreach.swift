import Net

/// A violation of a contract, and what was found instead.
struct ContractBreach: Error, Sendable {
  var found: String

  init(_ found: String) { self.found = found }

  // These functions throw untyped errors, because Swift 6.3 cannot optimize asynchronous closures that call functions
  // with typed errors.

  /// Throws unless the condition holds.
  static func unless(_ condition: Bool, _ found: @autoclosure () -> String) throws {
    if !condition { throw ContractBreach(found()) }
  }

  /// Throws unless both are equal.
  static func unlessEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ what: String
  ) throws {
    guard got != expected else { return }
    let texts = DifferingTexts(
      expected: spelling(of: expected), actual: spelling(of: got), limit: 300, of: (expected, got))
    throw ContractBreach(
      "expected \(what) \(texts.expected), got \(texts.actual)" + (texts.note.map { "; \($0)" } ?? ""))
  }

  /// Checks a law, and fails the test if it is broken.
  ///
  /// Returns false if the check did not return, so that others would be blocked, too.
  static func report(
    _ law: String, brokenBy subject: String, at place: SourcePlace,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> Bool {
    let reporter = TestReporter.current
    switch await LawRun.result(of: body) {
    case .success: return true
    case .failure(let breach as ContractBreach):
      reporter.fail("the \(subject) breaks the law \"\(law)\": \(breach.found)", at: place)
      return true
    case .failure(let error):
      reporter.fail("the law \"\(law)\" could not be tried: \(spelling(of: error))", at: place)
      return true
    case nil:
      reporter.fail("the \(subject) breaks the law \"\(law)\": \(LawRun.found)", at: place)
      return false
    }
  }
}

/// How long a contract waits for something before it counts as missing.
enum ContractPatience {
  @TaskLocal static var limit = Duration.seconds(30)
}

/// The failure of a request in a contract.
struct ContractFailure: Error, Sendable, Hashable {}

extension Changes {
  /// Checks after each change until the condition holds; throws a description of the state if that takes too long.
  func wait(orThrow found: @autoclosure () -> String, until isThere: () -> Bool) async throws {
    let deadline = ContinuousClock.now + ContractPatience.limit
    while true {
      let version = version
      if isThere() { return }
      let left = ContinuousClock.now.duration(to: deadline)
      try ContractBreach.unless(left > .zero && !Task.isCancelled, found())
      await wait(after: version, upTo: left)
    }
  }
}

/// Notifies when an object has been released.
final class Farewell: Sendable {
  private let isSaid = Lock(false)
  private let changes = Changes()

  /// Call this when the object is released.
  func say() {
    isSaid.withLock { $0 = true }
    changes.notify()
  }

  /// Waits for the release; throws a description of what is wrong if it does not come.
  func wait(orThrow found: @autoclosure () -> String) async throws {
    try await changes.wait(orThrow: found()) { isSaid.withLock { $0 } }
  }
}
