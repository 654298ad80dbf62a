import Net

/// A promise of a contract that was not kept, and what was found instead.
struct ContractBreach: Error, Sendable {
  var found: String

  init(_ found: String) { self.found = found }

  // The errors of these are not typed: Swift 6.3 cannot optimise asynchronous closures that call such functions.

  /// Throws unless the condition holds.
  static func unless(_ condition: Bool, _ found: @autoclosure () -> String) throws {
    if !condition { throw ContractBreach(found()) }
  }

  /// Throws unless both are equal.
  static func unlessEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ what: String
  ) throws {
    guard got != expected else { return }
    throw ContractBreach(
      "expected \(what) \(excerpt(of: spelling(of: expected))), got \(excerpt(of: spelling(of: got)))")
  }

  /// Tries a law, and fails the test when it is broken.
  static func report(
    _ law: String, brokenBy subject: String, at place: SourcePlace, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
    } catch let breach as ContractBreach {
      TestReporter.current.fail("the \(subject) breaks the law \"\(law)\": \(breach.found)", at: place)
    } catch {
      TestReporter.current.fail("the law \"\(law)\" could not be tried: \(spelling(of: error))", at: place)
    }
  }
}

/// How long something is waited for before it counts as something that does not come.
enum ContractPatience {
  @TaskLocal static var limit = Duration.seconds(30)
}

/// What a request fails with in a contract.
struct ContractFailure: Error, Sendable, Hashable {}

extension Changes {
  /// Looks after each change until it is there; throws what is there instead when that takes too long.
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

/// Tells when something is no longer in memory.
final class Farewell: Sendable {
  private let isSaid = Lock(false)
  private let changes = Changes()

  /// To be called when the thing is released.
  func say() {
    isSaid.withLock { $0 = true }
    changes.notify()
  }

  /// Waits for it; throws what is wrong when it does not come.
  func wait(orThrow found: @autoclosure () -> String) async throws {
    try await changes.wait(orThrow: found()) { isSaid.withLock { $0 } }
  }
}
