public import Foundation
public import Net

/// What a stub answers: a response, or a failure, after a delay or at once.
///
/// ```swift
/// server.route(.get("/users/{username}"), .json(#"{"name": "Trent"}"#))
/// ```
public struct StubResponse: Sendable {
  /// What is answered.
  public var outcome: Outcome
  /// How long the answer is held back, on the timer of the mock or server.
  public var delay: Duration

  /// What a stub answers.
  public enum Outcome: Sendable {
    /// A response.
    case response(status: Int, headers: HTTPHeaders, body: Data)
    /// No response: the transport fails with this error. A server closes the connection without an answer.
    case failure(any Error)
  }

  /// Makes an answer.
  public init(_ outcome: Outcome, delay: Duration = .zero) {
    self.outcome = outcome
    self.delay = delay
  }
}
