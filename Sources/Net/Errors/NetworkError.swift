public import Foundation

/// The error that every failed request reports: the reason, the request, and what was received.
///
/// ```swift
/// if case .validation(.statusCode(404)) = error.reason { show("no such user") }
/// let problem = try error.decodeBody(as: Problem.self)
/// ```
///
/// An error of a serializer, a transport or an interceptor is the ``underlyingError``. An error of this request is
/// never wrapped twice. The failure of another request that this one depends on, such as the refresh of a token or the
/// response that is its body, is the ``underlyingError``, too, so that the reason, the request and the response belong
/// together.
public struct NetworkError: Error, Sendable {
  /// All contents in one object, so that a `Result` with an error is no larger than a pointer.
  private var details: Details

  /// Why the request failed.
  public var reason: Reason {
    get { details.contents.reason }
    set { change { $0.reason = newValue } }
  }

  /// The request as the transport received it, or nil if it was never sent.
  public var request: TransportRequest? {
    get { details.contents.request }
    set { change { $0.request = newValue } }
  }

  /// Names the request in the description if it was never sent.
  package var unsent: UnsentRequest? {
    get { details.contents.unsent }
    set { change { $0.unsent = newValue } }
  }

  /// The head of the response, if it was received.
  public var response: ResponseHead? {
    get { details.contents.response }
    set { change { $0.response = newValue } }
  }

  /// How the cache of the session took part in the response, or nil without a cache or without a response.
  ///
  /// ```swift
  /// if error.cacheStatus == .miss(.uriMiss) { show("nothing is stored for this screen") }
  /// ```
  public var cacheStatus: CacheStatus? { response?.cacheStatus }

  /// The received part of the body, including that of an error response.
  public var data: Data? {
    get { details.contents.data }
    set { change { $0.data = newValue } }
  }

  /// The error that caused this one.
  public var underlyingError: (any Error)? {
    get { details.contents.underlyingError }
    set {
      change {
        $0.underlyingError = newValue
        $0.causeKind = nil
      }
    }
  }

  /// What the ``underlyingError`` says about itself; nil until it was asked (``asked``).
  var causeKind: CauseKind? {
    get { details.contents.causeKind }
    set { change { $0.causeKind = newValue } }
  }

  /// Whether a stored body, which a shared exchange delivers, could not be read to its end.
  var isOfStoredBody: Bool {
    get { details.contents.isOfStoredBody }
    set { change { $0.isOfStoredBody = newValue } }
  }

  /// The exchange that has failed with the error; nil for an error that has not ended one.
  var exchange: ExchangeMark? {
    get { details.contents.exchange }
    set { change { $0.exchange = newValue } }
  }

  /// The number of body bytes that the failed attempt received, for traces; nil unless it is retried.
  var bytesReceived: Int64? {
    get { details.contents.bytesReceived }
    set { change { $0.bytesReceived = newValue } }
  }

  /// Defines what is hidden when the error is printed: the redaction of the request or its session,
  /// ``Redaction/standard`` by default.
  public var redaction: Redaction {
    get {
      let contents = details.contents
      return contents.redaction ?? contents.request?.carriedRedaction ?? contents.response?.carriedRedaction
        ?? .standard
    }
    set { change { $0.redaction = newValue } }
  }

  /// The number of times the request was sent or answered by the cache, 0 if it never was.
  public var attempts: Int {
    get { details.contents.attempts }
    set { change { $0.attempts = newValue } }
  }

  /// The decoder of the request or its session, which ``decodeBody(as:decoder:)`` uses.
  ///
  /// Nil means a plain `JSONDecoder`.
  public var decoder: (any DataDecoder)? {
    get { details.contents.decoder }
    set { change { $0.decoder = newValue } }
  }

  /// The reason why a request failed.
  ///
  /// Alone it prints itself with ``Redaction/standard``, as ``HTTPHeaders`` does. The error prints it with the
  /// redaction of its session.
  public enum Reason: Sendable, Hashable {
    /// The request could not be built.
    case invalidRequest(InvalidRequest)
    /// The parameters or the body could not be encoded.
    case encoding
    /// The connection failed in this phase.
    case transport(TransportPhase)
    /// The request took too long.
    case timeout(TimeoutKind)
    /// The request was cancelled.
    ///
    /// If its transport cancelled it, the ``NetworkError/underlyingError`` is that of the transport, such as a
    /// `URLError` with the code `cancelled`. Such a request is not sent again, and no stored response replaces it.
    case cancelled
    /// The session accepted no more requests when this one was started (``NetworkSession/finish()``).
    case sessionFinished
    /// The response is not acceptable.
    case validation(ValidationFailure)
    /// The response could not be converted to a value. The text describes why.
    case serialization(String)
    /// The body was received but could not be delivered or saved.
    case transfer(TransferFailure)
    /// An interceptor failed.
    ///
    /// Its error is the ``NetworkError/underlyingError``: also the `NetworkError` of a request that it has sent.
    case interceptor
    /// A redirect could not be followed.
    case redirect(RedirectFailure)
  }

  /// Creates an error.
  @inline(never)
  public init(
    _ reason: Reason, request: TransportRequest? = nil, response: ResponseHead? = nil, data: Data? = nil,
    underlyingError: (any Error)? = nil, attempts: Int = 0
  ) {
    details = Details(
      Contents(
        reason: reason, request: request, response: response, data: data, underlyingError: underlyingError,
        causeKind: nil, attempts: attempts))
  }

  private struct Contents: Sendable {
    var reason: Reason
    var request: TransportRequest?
    var response: ResponseHead?
    var data: Data?
    var underlyingError: (any Error)?
    var causeKind: CauseKind?
    var attempts: Int
    var decoder: (any DataDecoder)?
    var redaction: Redaction?
    var unsent: UnsentRequest?
    var isOfStoredBody = false
    var exchange: ExchangeMark?
    var bytesReceived: Int64?
  }

  private final class Details: Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  private mutating func change(_ change: (inout Contents) -> Void) {
    var contents = details.contents
    change(&contents)
    details = Details(contents)
  }

  /// Decodes the received body, for services that describe errors in it.
  ///
  /// It uses the same decoder as for a successful response: that of the request, or else that of the session.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder. Nil means ``decoder``, or a plain `JSONDecoder` if there is none.
  /// - Returns: The decoded value.
  /// - Throws: The error of the decoder, even if the body is empty.
  public func decodeBody<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) throws -> Value {
    try (decoder ?? self.decoder ?? JSONDecoder()).decode(type, from: data ?? Data())
  }
}

/// The limit that a request exceeded.
public enum TimeoutKind: Sendable, Hashable {
  /// No byte was sent or received for too long.
  case idle
  /// The request as a whole took too long.
  case total
  /// No byte of the body was sent and no response began in time. The connection may have been established, see
  /// ``RequestTimeouts/connect``.
  case connect
  /// The request waited in the queue for too long.
  case queue
  /// The request waited too long for a credential to be refreshed (``AuthenticationInterceptor``).
  case credential
}

/// The reason why a response is not acceptable.
public enum ValidationFailure: Sendable, Hashable {
  /// The status code is not acceptable.
  case statusCode(Int)
  /// The content type is not acceptable. It is nil if the response has none.
  case contentType(String?, acceptable: [String])
  /// A custom rule rejected the response. Its error is the underlying error.
  case custom
}

/// The reason why a redirect was not followed.
public enum RedirectFailure: Sendable, Hashable {
  /// There were more redirects than this limit.
  case limit(Int)
  /// The `Location` is not an `http` or `https` URL, or there are several that differ. The value is its text.
  case location(String)
  /// The redirect leads from https to http, which the policy forbids.
  case insecure
  /// The body would have to be sent again, but it is a stream that can be read only once.
  case bodyNotRepeatable
}
