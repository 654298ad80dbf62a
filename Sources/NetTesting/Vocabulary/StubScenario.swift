import Net

/// Something whose state decides which stubs answer, and which answers move to another state.
///
/// ```swift
/// let cart = StubScenario("cart", state: "empty")
/// server.stub(.get("/cart") && .scenario(cart, in: "empty"), with: .json("[]"))
/// server.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
/// server.stub(.get("/cart") && .scenario(cart, in: "full"), with: .json(#"["milk"]"#))
/// ```
///
/// It belongs to a test, and works for the stubs of any mock, of several too. An answer moves it at the moment it is
/// chosen, before it is delivered: of two requests at once only one finds the cart empty. May be used from any
/// thread.
public final class StubScenario: Sendable {
  /// What it is called in failure messages.
  public let name: String
  private let current: Lock<String>

  /// Makes a scenario in this state.
  public init(_ name: String, state: String) {
    self.name = name
    current = Lock(state)
  }

  /// The state that it is in.
  public var state: String {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// What a stub has to do with a scenario.
  package struct Step: Sendable {
    let scenario: StubScenario
    let state: String
    let next: String?

    /// Moves the scenario; false when it is in another state by now.
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
  /// Every request while the scenario is in this state; answering one moves it to the next state, if there is one.
  ///
  /// ```swift
  /// transport.stub(.post("/login") && .scenario(door, in: "closed", then: "open"), with: .status(204))
  /// ```
  ///
  /// One that moves stands beside other parts with `&&`, at most one for a stub; with `||` or `!` it would be unclear
  /// what moves, so that fails the test.
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
