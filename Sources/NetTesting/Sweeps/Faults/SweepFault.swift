import Foundation
import Net

/// One way in which a request can go wrong.
///
/// ```swift
/// let maintenance = SweepFault("maintenance") { _ in
///   StubResponse.status(503).header("Retry-After", "3600")
/// }
/// let faults: FaultVocabulary = [.noConnection, .status(500), maintenance]
/// try await everyFault(of: faults, in: { network in try await pay(network) }).expect()
/// ```
///
/// The name is part of the report, and of the text that repeats a run.
public struct SweepFault: Sendable, Hashable, CustomStringConvertible {
  /// The name: `reset-inside-head`.
  public let name: String
  let effect: Effect
  /// Whether later requests to the same endpoint have the fault too.
  let lasts: Bool

  enum Effect: Sendable {
    /// The body is cancelled after this event.
    case cancel(Moment)
    /// The response is replaced; nil if the fault cannot happen to it.
    case response(reachesServer: Bool, usesStub: Bool, @Sendable (StubResponse) -> StubResponse?)
    /// The response breaks inside the chunk that begins at this byte and has this length.
    case chunk(@Sendable (StubResponse, _ start: Int, _ count: Int) -> StubResponse?)
    /// Every redirect leads to the next one.
    case redirectLoop
  }

  /// When the body is cancelled.
  enum Moment: Sendable {
    case sent
    case head
    case chunk
    case end
  }

  /// Creates a fault that replaces the response of a stub.
  ///
  /// A request with the fault does not use up its stub, so that a retry receives the response of the stub.
  ///
  /// - Parameters:
  ///   - name: The name, without spaces; spaces become hyphens.
  ///   - reachesServer: Whether the server may have applied the request, for ``SweepCheck/noDuplicateUnsafeRequest``.
  ///   - response: Returns the response, given that of the stub; nil if the fault cannot happen to it.
  public init(
    _ name: String, reachesServer: Bool = true, response: @escaping @Sendable (StubResponse) -> StubResponse?
  ) {
    self.init(name, .response(reachesServer: reachesServer, usesStub: false, response))
  }

  init(_ name: String, _ effect: Effect, lasts: Bool = false) {
    self.lasts = lasts
    self.name = String(name.map { $0.isWhitespace || $0 == ":" || $0 == "+" ? "-" : $0 })
    self.effect = effect
  }

  /// Returns the fault in a form that does not go away: it happens at a request, and at each later one with the same
  /// method, host and path.
  ///
  /// It finds clients that try again without a limit, such as one that refreshes its token for every 401.
  ///
  /// ```swift
  /// try await everyFault(of: [.lasting(.status(500))], in: { network in try await pay(network) }).expect()
  /// ```
  ///
  /// A body is cancelled only once, so a cancellation stays as it is.
  public static func lasting(_ fault: SweepFault) -> SweepFault {
    SweepFault("lasting-\(fault.name)", fault.effect, lasts: true)
  }

  /// The name.
  public var description: String { name }

  /// Returns whether the names are equal.
  public static func == (left: SweepFault, right: SweepFault) -> Bool {
    left.name.hasCodePoints(of: right.name)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { name.hashCodePoints(into: &hasher) }
}

// MARK: - Cancellation

extension SweepFault {
  /// The body is cancelled when a request has been sent.
  public static let cancelAfterSending = SweepFault("cancel-after-sending", .cancel(.sent))
  /// The body is cancelled when the head of a response has arrived.
  public static let cancelAfterHead = SweepFault("cancel-after-head", .cancel(.head))
  /// The body is cancelled when a chunk of a response has arrived; once for each chunk.
  public static let cancelAfterChunk = SweepFault("cancel-after-chunk", .cancel(.chunk))
  /// The body is cancelled when a response has ended.
  public static let cancelAtEnd = SweepFault("cancel-at-end", .cancel(.end))
}

// MARK: - The connection

extension SweepFault {
  /// The host refuses the connection.
  public static let noConnection = SweepFault("no-connection", reachesServer: false) { _ in
    .failure(URLError(.cannotConnectToHost))
  }
  /// The TLS handshake fails.
  public static let tlsRefused = SweepFault("tls-refused", reachesServer: false) { _ in
    .failure(URLError(.secureConnectionFailed))
  }
  /// The connection is reset before the response.
  public static let resetBeforeHead = SweepFault("reset-before-head") { $0.bytes.fault(.reset) }
  /// The connection is reset inside the head.
  public static let resetInsideHead = SweepFault("reset-inside-head") { response in
    response.bytes.fault(.reset(after: .headBytes(20)))
  }
  /// The connection is reset inside a chunk of the body; once for each chunk.
  public static let resetInsideChunk = SweepFault(
    "reset-inside-chunk",
    .chunk { response, start, count in
      response.bodyCount > 0 ? response.fault(.reset(after: .bodyBytes(start + count / 2))) : nil
    })
  /// The connection is reset before the last byte of the body.
  public static let resetAtEnd = SweepFault("reset-at-end") { response in
    response.bodyCount > 1 ? response.fault(.reset(after: .bodyBytes(response.bodyCount - 1))) : nil
  }
  /// No response comes, and the connection stays open, until a timeout of the session ends the request.
  public static let timeout = SweepFault("timeout") { $0.bytes.fault(.stall) }
}

// MARK: - Statuses

extension SweepFault {
  /// The service responds with this status and no body.
  public static func status(_ code: Int) -> SweepFault {
    SweepFault("status-\(code)") { _ in .status(code) }
  }
  /// The service is unavailable: 503 with `Retry-After: 1`.
  public static let unavailable = SweepFault("status-503-retry-after") { _ in
    StubResponse.status(503).header("Retry-After", "1")
  }
  /// The service limits the rate: 429 with `Retry-After: 1`.
  public static let rateLimited = SweepFault("status-429") { _ in
    StubResponse.status(429).header("Retry-After", "1")
  }
  /// The service refuses the credentials: 401.
  public static let unauthorized = SweepFault("status-401") { _ in
    StubResponse.status(401).header("WWW-Authenticate", "Bearer")
  }
  /// The service redirects without end.
  public static let redirectLoop = SweepFault("redirect-loop", .redirectLoop)
}

// MARK: - Bodies

extension SweepFault {
  /// The body is JSON that is cut off in the middle, complete for HTTP.
  public static let truncatedJSON = SweepFault("truncated-json") { response in
    guard response.isSuccess else { return nil }
    if response.value != nil { return response.bytes.body(#"{"a": "#, type: "application/json") }
    guard response.isJSON, response.bodyCount > 1 else { return nil }
    let truncated = response.body(prefix: response.bodyCount / 2)
    // Half of a long number is a number, and white space may follow the text: nobody can tell that bytes are missing.
    guard case .response(_, _, let body) = truncated.outcome, (try? JSONValue(parsing: body)) == nil else {
      return nil
    }
    return truncated
  }
  /// The response is a page of HTML with status 200, as the log-in page of a hotel is.
  public static let wrongContentType = SweepFault("wrong-content-type") { response in
    guard response.isSuccess else { return nil }
    return response.bytes.body("<html><body>Log in to the network</body></html>", type: "text/html")
  }
  /// The body is empty.
  public static let emptyBody = SweepFault("empty-body") { response in
    guard response.isSuccess, response.value != nil || response.bodyCount > 0 else { return nil }
    return response.bytes.body("", type: nil)
  }
  /// The body takes 30 seconds.
  public static let slowBody = SweepFault(
    "slow-body",
    .response(reachesServer: true, usesStub: true) { response in
      guard response.bodyCount > 0 else { return nil }
      var slow = response
      slow.pacing.rate = StubPacing.Rate(bytes: response.bodyCount, time: .seconds(30))
      return slow
    })
}
