import Net

/// Ensures that a mock is verified at the end of each test that states expectations.
///
/// The test may be the one that creates the mock, one that the mock is given to, or one that states an expectation. If
/// there is no such test, a missing call would go unnoticed, so the test must fail.
final class Verification: Sendable {
  private struct State: Sendable {
    /// The scopes that verify the mock when they end.
    var scopes: Set<ObjectIdentifier> = []
    /// The number of ends that will verify the mock, including those of the scopes.
    var ends = 0
    var isReported = false
  }

  private let state = Lock(State())

  /// Verifies the mock when this test ends.
  func join(_ test: some TestLifetime, at place: SourcePlace, verify: @escaping @Sendable () -> Void) {
    state.withLock { $0.ends += 1 }
    test.atEnd(file: place.staticFile, line: place.line) { [self] in
      // Done first, because an expectation that is stated from now on needs another end.
      state.withLock { $0.ends -= 1 }
      verify()
    }
  }

  /// Verifies the mock when the scope of this task ends, if there is one.
  ///
  /// Joining the same scope again does nothing.
  ///
  /// - `verify`: Verifies the expectations of the tests for which its closure returns true: all but those of other tests
  ///   that share the mock and verify it later, when they end.
  func joinCurrentScope(verify: @escaping @Sendable (_ isDue: (ExpectingTest) -> Bool) -> Void) {
    guard let scope = TestScope.current else { return }
    let number = ObjectIdentifier(scope)
    let isNew = state.withLock { state in
      guard state.scopes.insert(number).inserted else { return false }
      state.ends += 1
      return true
    }
    guard isNew else { return }
    scope.atEnd { [self] in
      // First: what is expected from now on is verified at another end, which may be of the same scope.
      state.withLock { state in
        state.scopes.remove(number)
        state.ends -= 1
      }
      verify(due(at: number))
    }
  }

  /// Returns whether an expectation is verified at the end of this scope: not if it is of another test that verifies it
  /// when it ends.
  ///
  /// Nobody fails for what a test expected that was cut short.
  func due(at scope: ObjectIdentifier) -> (ExpectingTest) -> Bool {
    let others = state.withLock { $0.scopes.subtracting([scope]) }
    return { test in
      if TestScope.isCutShort { return test.scope == scope }
      return test.scope.map { !others.contains($0) } ?? true
    }
  }

  /// Whether no end will verify the mock.
  var lacksEnd: Bool { state.withLock { $0.ends == 0 } }

  /// Fails the test if no end will verify the mock.
  ///
  /// A mock is reported only once.
  func requireEnd(for expectation: String, at place: SourcePlace, reporter: TestReporter) {
    let lacksEnd = state.withLock { state in
      guard state.ends == 0, !state.isReported else { return false }
      state.isReported = true
      return true
    }
    guard lacksEnd else { return }
    reporter.fail(
      """
      \(expectation), but nothing verifies that: the mock does not know when the test ends.
      \(Self.advice(for: .current))
      """, at: place)
  }

  private static func advice(for runner: TestRunner) -> String {
    switch runner {
    case .swiftTesting:
      """
      Add the trait: @Test(.netTesting), or @Suite(.netTesting) for all tests of a suite. A detached task does not \
      inherit it: create the mock outside of that task.
      """
    case .xcTest:
      "Give the mock the test: Mock(afterEach: self), or verified(afterEach: self) of a mock object."
    case .none: "Give the mock a TestScope, Mock(afterEach: scope), and end the scope."
    }
  }
}

/// The test on whose task an expectation was stated, as far as that is known.
package struct ExpectingTest: Sendable {
  fileprivate let scope = TestScope.current.map(ObjectIdentifier.init)
}
