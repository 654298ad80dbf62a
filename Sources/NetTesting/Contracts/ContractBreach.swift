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

  /// Checks laws one after another, and fails the test for each that is broken.
  ///
  /// It stops after a check that did not return, because the next ones would be blocked, too. Without laws it fails the
  /// test, because nothing is checked.
  ///
  /// - `applies`: Whether a law applies to the subject; others are skipped.
  static func report<Law: CustomStringConvertible & Sendable>(
    _ laws: [Law], brokenBy subject: String, at place: SourcePlace,
    where applies: (Law) -> Bool = { _ in true },
    _ check: @escaping @concurrent @Sendable (Law) async throws -> Void
  ) async {
    let reporter = TestReporter.current
    if laws.isEmpty {
      reporter.fail(
        "the \(subject) is checked with no law, so nothing is checked. Pass laws, or leave them out to check all.",
        at: place)
    }
    for law in laws where applies(law) {
      let broken = "the \(subject) breaks the law \"\(law)\":"
      switch await LawRun.result(of: { try await check(law) }) {
      case .success: continue
      case .failure(let breach as ContractBreach): reporter.fail("\(broken) \(breach.found)", at: place)
      case .failure(let error):
        reporter.fail("the law \"\(law)\" could not be tried: \(spelling(of: error))", at: place)
      case nil: return reporter.fail("\(broken) \(LawRun.found)", at: place)
      }
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
final class ReleaseNotice: Sendable {
  private let isReleased = Lock(false)
  private let changes = Changes()

  /// Call this when the object is released.
  func notify() {
    isReleased.withLock { $0 = true }
    changes.notify()
  }

  /// Waits for the release; throws a description of what is wrong if it does not come.
  func wait(orThrow found: @autoclosure () -> String) async throws {
    try await changes.wait(orThrow: found()) { isReleased.withLock { $0 } }
  }
}
