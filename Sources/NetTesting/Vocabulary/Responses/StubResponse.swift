public import Foundation
public import Net

/// The response of a stub, or its failure, immediately or after a delay.
///
/// ```swift
/// transport.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#).header("ETag", "\"1\""))
/// transport.stub(.post("/users"), with: .status(503).header("Retry-After", "2").delay(.seconds(5)))
/// ```
public struct StubResponse: Sendable {
  /// The response or the failure.
  public var outcome: Outcome
  /// How long the response is delayed, on the timer of the mock or server.
  public var delay: Duration
  /// How the body is divided into chunks, and how fast they are sent.
  package var pacing = StubPacing()
  /// The trailer fields.
  package var trailers = HTTPHeaders()
  /// The interim responses that precede it.
  package var interims: [StubInterim] = []
  /// The fault of the response, if any.
  package var fault: ServerFault?
  /// Whether it is sent as soon as the head of a request has been read.
  package var isBeforeBody = false
  /// Whether range requests receive parts of the body.
  package var acceptsRanges = false
  /// The value that a typed mock delivers instead of decoding the body.
  package var value: (any StubValue)?
  /// Whether the content type is the one that the code under test accepts, unless the stub sets one.
  package var takesRequestedType = false
  /// The error that the response fails with after its body.
  package var failure: (any Error)?
  /// What the mock does on the WebSocket that the response opens, if it opens one.
  package var webSocket: WebSocketScript?
  /// When and where it is delivered; nil for the delivery of the mock.
  package var delivery: MockDelivery?
  /// The number of the response in a sweep of mutations, which looks for the requests that receive it.
  var number: Int?

  /// A response or a failure.
  public enum Outcome: Sendable {
    /// A response.
    case response(status: Int, headers: HTTPHeaders, body: Data)
    /// No response: the transport fails with this error. A server closes the connection without a response.
    case failure(any Error)
  }

  /// Creates a response.
  public init(_ outcome: Outcome, delay: Duration = .zero) {
    self.outcome = outcome
    self.delay = delay
  }

  /// A response with this status (RFC 9110 section 15) and no body.
  public static func status(_ code: Int) -> StubResponse { response(status: code) }

  /// A failure with this error instead of a response.
  ///
  /// The code under test receives it as the `underlyingError` of its `NetworkError`.
  public static func failure(_ error: any Error) -> StubResponse { StubResponse(.failure(error)) }

  /// The compiler suggests the name: ``failure(_:)``.
  @available(*, unavailable, renamed: "failure")
  public static func error(_ error: any Error) -> StubResponse { failure(error) }

  /// A redirect (RFC 9110 section 15.4) to this `Location`.
  public static func redirect(to location: String, status: Int = 302) -> StubResponse {
    response(status: status, headers: ["Location": location])
  }

  static func response(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) -> StubResponse {
    StubResponse(.response(status: status, headers: headers, body: body))
  }

  /// Returns a copy with this status.
  ///
  /// A failure is unchanged.
  public func status(_ code: Int) -> StubResponse {
    changed { status, _, _ in status = code }
  }

  /// Returns a copy with this header field, which replaces others with its name.
  ///
  /// A failure is unchanged.
  public func header(_ name: String, _ value: String) -> StubResponse {
    changed { _, headers, _ in headers.update(name: name, value: value) }
  }

  /// Returns a copy with a further header field, in addition to others with its name, as for `Set-Cookie`.
  ///
  /// A failure is unchanged.
  public func addingHeader(_ name: String, _ value: String) -> StubResponse {
    changed { _, headers, _ in headers.add(name: name, value: value) }
  }

  /// Returns a copy that is delayed this long on the timer of the mock or server.
  public func delay(_ delay: Duration) -> StubResponse {
    var changed = self
    changed.delay = delay
    return changed
  }

  /// Returns a copy that a ``MockServer`` sends as soon as it has read the head of a request.
  ///
  /// The server sends no `100 Continue` to a client that waits for it (RFC 9110 section 10.1.1).
  ///
  /// ```swift
  /// server.stub(.put("/files/{name}"), with: StubResponse.status(413).beforeBody())
  /// ```
  ///
  /// Matchers see such a request without its body, and the connection is closed. Mocks in memory ignore this.
  public func beforeBody() -> StubResponse {
    var changed = self
    changed.isBeforeBody = true
    return changed
  }

  /// Whether it fails before anything is sent; a fault of a server comes after the request.
  var isFailureToConnect: Bool {
    if case .failure(let error) = outcome { !(error is ServerFault) } else { false }
  }

  func changed(_ change: (inout Int, inout HTTPHeaders, inout Data) -> Void) -> StubResponse {
    guard case .response(var status, var headers, var body) = outcome else { return self }
    change(&status, &headers, &body)
    var changed = self
    changed.outcome = .response(status: status, headers: headers, body: body)
    return changed
  }
}
