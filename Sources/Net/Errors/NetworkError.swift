public import Foundation

/// The one error that Net and its streams fail with: why, for which request, and what had been received.
///
/// ```swift
/// if case .validation(.statusCode(404)) = error.reason { show("no such user") }
/// let problem = try error.decodeBody(as: Problem.self)
/// ```
///
/// A foreign error (of a serializer, a transport, an interceptor) is ``underlyingError``, never wrapped twice.
public struct NetworkError: Error, Sendable {
  /// What there is to say, in one place: results that hold an error stay as small as a pointer.
  private var details: Details

  /// Why the request failed.
  public var reason: Reason {
    get { details.contents.reason }
    set { change { $0.reason = newValue } }
  }

  /// The request as it went to the transport, when it got that far.
  public var request: TransportRequest? {
    get { details.contents.request }
    set { change { $0.request = newValue } }
  }

  /// The head of the response, when it had arrived.
  public var response: ResponseHead? {
    get { details.contents.response }
    set { change { $0.response = newValue } }
  }

  /// What had been received of the body, of a failed response too.
  public var data: Data? {
    get { details.contents.data }
    set { change { $0.data = newValue } }
  }

  /// The foreign error behind this one.
  public var underlyingError: (any Error)? {
    get { details.contents.underlyingError }
    set { change { $0.underlyingError = newValue } }
  }

  /// How many times the request was sent; 0 when it never was.
  public var attempts: Int {
    get { details.contents.attempts }
    set { change { $0.attempts = newValue } }
  }

  /// Why a request failed.
  public enum Reason: Sendable, Hashable {
    /// The request could not be built.
    case invalidRequest(InvalidRequest)
    /// The parameters or the body could not be encoded.
    case encoding
    /// The connection failed, in this phase.
    case transport(TransportPhase)
    /// It took too long, by this measure.
    case timeout(TimeoutKind)
    /// It was cancelled.
    case cancelled
    /// The response arrived and was not acceptable.
    case validation(ValidationFailure)
    /// The response arrived and could not be turned into a value, as the words say.
    case serialization(String)
    /// An interceptor failed.
    case interceptor
    /// A redirect could not be followed.
    case redirect(RedirectFailure)
  }

  /// Makes an error.
  public init(
    _ reason: Reason, request: TransportRequest? = nil, response: ResponseHead? = nil, data: Data? = nil,
    underlyingError: (any Error)? = nil, attempts: Int = 0
  ) {
    details = Details(
      Contents(
        reason: reason, request: request, response: response, data: data, underlyingError: underlyingError,
        attempts: attempts))
  }

  private struct Contents: Sendable {
    var reason: Reason
    var request: TransportRequest?
    var response: ResponseHead?
    var data: Data?
    var underlyingError: (any Error)?
    var attempts: Int
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

  /// Decodes what was received, for services that explain their errors in the body.
  ///
  /// - Throws: the decoder's error; with an empty body too.
  public func decodeBody<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: any DataDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: data ?? Data())
  }
}

/// How far an exchange had come when its transport failed.
public enum TransportPhase: Sendable, Hashable {
  /// Finding the address of the host.
  case nameLookup
  /// Opening the connection.
  case connect
  /// Agreeing on TLS.
  case secureConnection
  /// Sending the request.
  case send
  /// Waiting for, or reading, the head of the response.
  case head
  /// Reading the body of the response.
  case body
}

/// The measure by which a request took too long.
public enum TimeoutKind: Sendable, Hashable {
  /// No byte was sent or received for so long.
  case idle
  /// The request as a whole took so long.
  case total
  /// Opening the connection took so long.
  case connect
  /// The request waited so long for its turn.
  case queue
}

/// Why a response was not acceptable.
public enum ValidationFailure: Sendable, Hashable {
  /// The status code is not among the acceptable ones.
  case statusCode(Int)
  /// The content type is not among the acceptable ones; nil when the response names none.
  case contentType(String?, acceptable: [String])
  /// A custom rule refused it; its error is the underlying one.
  case custom
}

/// Why a redirect was not followed.
public enum RedirectFailure: Sendable, Hashable {
  /// More redirects than the policy allows; the limit.
  case limit(Int)
  /// The `Location` is missing or not a URL.
  case location(String?)
  /// From https to http, which the policy refuses.
  case insecure
  /// The body would be sent again, and is a stream that can be read just once.
  case bodyNotRepeatable
}
