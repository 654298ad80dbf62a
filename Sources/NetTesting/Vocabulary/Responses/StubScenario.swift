import Net

/// A state that decides which stubs respond, and that a stub can change.
///
/// ```swift
/// let cart = StubScenario("cart", state: "empty")
/// server.stub(.get("/cart") && .scenario(cart, in: "empty"), with: .json("[]"))
/// server.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
/// server.stub(.get("/cart") && .scenario(cart, in: "full"), with: .json(#"["milk"]"#))
/// ```
///
/// A scenario belongs to a test, and stubs of several mocks may share it, at any level. The state changes when a
/// response is chosen, before it is delivered, so only one of two concurrent requests finds the cart empty. May be
/// used from any thread.
public final class StubScenario: Sendable {
  /// Its name in failure messages.
  public let name: String
  private let current: Lock<String>

  /// Creates a scenario in this state.
  public init(_ name: String, state: String) {
    self.name = name
    current = Lock(state)
  }

  /// The current state.
  public var state: String {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// The state that a stub requires, and the state that it moves to.
  package struct Step: Sendable {
    let scenario: StubScenario
    let state: String
    let next: String?

    /// Moves the scenario to the next state; returns false if it is no longer in the required one.
    package func take() -> Bool {
      scenario.current.withLock { current in
        guard current == state else { return false }
        if let next { current = next }
        return true
      }
    }
  }
}

extension RequestMatcher {
  /// Every request while the scenario is in this state; a response moves the scenario to the next state, if any.
  ///
  /// ```swift
  /// transport.stub(.post("/login") && .scenario(door, in: "closed", then: "open"), with: .status(204))
  /// ```
  ///
  /// A stub may have at most one scenario. One that moves may only be combined with other matchers by `&&`; within
  /// `||` or `!` the move would be ambiguous, so it fails the test.
  public static func scenario(
    _ scenario: StubScenario, in state: String, then next: String? = nil
  ) -> RequestMatcher {
    RequestMatcher(
      "in the state \"\(state)\" of \(scenario.name)",
      criteria: [
        Criterion(
          part: "state of \(scenario.name)", expected: "\"\(state)\"",
          actual: { _ in "\"\(scenario.state)\"" }, matches: { _ in scenario.state == state })
      ], step: StubScenario.Step(scenario: scenario, state: state, next: next))
  }
}
