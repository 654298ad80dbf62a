public import Foundation
public import Net

/// What a stub answers: a response, or a failure, after a delay or at once.
///
/// ```swift
/// transport.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#).header("ETag", "\"1\""))
/// transport.stub(.post("/users"), with: .status(503).header("Retry-After", "2").delay(.seconds(5)))
/// ```
public struct StubResponse: Sendable {
  /// What is answered.
  public var outcome: Outcome
  /// How long the answer is held back, on the timer of the mock or server.
  public var delay: Duration
  /// How the body comes.
  package var pacing = StubPacing()
  /// What follows the body.
  package var trailers = HTTPHeaders()
  /// What is wrong with it.
  package var fault: ServerFault?
  /// Whether it is given for the head of a request alone.
  package var isBeforeBody = false
  /// Whether requests for parts of it are answered with parts.
  package var acceptsRanges = false
  /// The value that a typed mock gives in place of what the body decodes to.
  package var value: (any StubValue)?
  /// Whether it is of whatever content type the code under test asks for, unless it names one.
  package var takesRequestedType = false
  /// The error that it ends with, after its body.
  package var failure: (any Error)?
  /// When and where it is delivered; nil for what the mock says.
  package var delivery: MockDelivery?

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

  /// A response of this status (RFC 9110 section 15), without a body.
  public static func status(_ code: Int) -> StubResponse { response(status: code) }

  /// No response, but this error.
  ///
  /// Code under test reads it as the `underlyingError` of its `NetworkError`.
  public static func failure(_ error: any Error) -> StubResponse { StubResponse(.failure(error)) }

  /// A redirect (RFC 9110 section 15.4) to this `Location`.
  public static func redirect(to location: String, status: Int = 302) -> StubResponse {
    response(status: status, headers: ["Location": location])
  }

  static func response(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) -> StubResponse {
    StubResponse(.response(status: status, headers: headers, body: body))
  }

  /// The same with this status.
  ///
  /// A failure stays as it is.
  public func status(_ code: Int) -> StubResponse {
    changed { status, _, _ in status = code }
  }

  /// The same with this header, in the place of others of its name.
  ///
  /// A failure stays as it is.
  public func header(_ name: String, _ value: String) -> StubResponse {
    changed { _, headers, _ in headers.update(name: name, value: value) }
  }

  /// The same with a further header, beside others of its name: `Set-Cookie`.
  ///
  /// A failure stays as it is.
  public func addingHeader(_ name: String, _ value: String) -> StubResponse {
    changed { _, headers, _ in headers.add(name: name, value: value) }
  }

  /// The same, held back for so long on the timer of the mock or server.
  public func delay(_ delay: Duration) -> StubResponse {
    var changed = self
    changed.delay = delay
    return changed
  }

  /// The same, given by a ``MockServer`` as soon as the head of a request has been read, and without leave to send a
  /// body that waits for it (RFC 9110 section 10.1.1).
  ///
  /// ```swift
  /// server.stub(.put("/files/{name}"), with: StubResponse.status(413).beforeBody())
  /// ```
  ///
  /// Matchers see such a request without its body, and the connection closes. In memory it changes nothing.
  public func beforeBody() -> StubResponse {
    var changed = self
    changed.isBeforeBody = true
    return changed
  }

  func changed(_ change: (inout Int, inout HTTPHeaders, inout Data) -> Void) -> StubResponse {
    guard case .response(var status, var headers, var body) = outcome else { return self }
    change(&status, &headers, &body)
    var changed = self
    changed.outcome = .response(status: status, headers: headers, body: body)
    return changed
  }
}
