public import Foundation

/// The outcome of a request: the value or the error, and all that is known of the exchange.
///
/// ```swift
/// network.get("https://api.example.com/user").responseObject(of: User.self) { response in
///   switch response.result {
///   case .success(let user): show(user)
///   case .failure(let error): show(error.description, status: response.response?.status)
///   }
/// }
/// ```
public struct DataResponse<Value: Sendable>: Sendable {
  /// The request as it last went to the transport; nil when it never got there.
  public var request: TransportRequest?
  /// The head of the response; nil when none arrived.
  public var response: ResponseHead?
  /// The body as received, of a failed response too; nil when no head arrived.
  public var data: Data?
  /// The value, or why there is none.
  public var result: Result<Value, NetworkError>
  /// When the steps of the exchange happened.
  public var timings: ResponseTimings

  /// Makes a response.
  public init(
    request: TransportRequest?, response: ResponseHead?, data: Data?, result: Result<Value, NetworkError>,
    timings: ResponseTimings = ResponseTimings()
  ) {
    self.request = request
    self.response = response
    self.data = data
    self.result = result
    self.timings = timings
  }

  /// The value, when there is one.
  public var value: Value? {
    guard case .success(let value) = result else { return nil }
    return value
  }

  /// The error, when there is one.
  public var error: NetworkError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }
}

/// When the steps of an exchange happened, measured on the session's timer from the start of the request, and how much
/// was sent and received in them.
public struct ResponseTimings: Sendable, Hashable {
  /// When it last began to wait for a place among the requests under way; nil when there always was one.
  public var queued: Duration?
  /// When the last attempt was handed to the transport.
  public var sent: Duration?
  /// When the head of the last response arrived.
  public var firstByte: Duration?
  /// When the exchange ended.
  public var done: Duration?
  /// What the transport measured of the last attempt; nil where it measures nothing, or did not come to its end.
  public var transport: TransportTimings?
  /// How many times the request was sent, redirects not counted.
  public var attempts: Int
  /// How many bytes of its body the last request sent, wherever they came from.
  public var bytesSent: Int64
  /// How many bytes of a body the last response brought, content encodings undone, wherever they went. Those of a
  /// download that were there before are not among them.
  public var bytesReceived: Int64

  /// Makes timings.
  public init(
    queued: Duration? = nil, sent: Duration? = nil, firstByte: Duration? = nil, done: Duration? = nil,
    transport: TransportTimings? = nil, attempts: Int = 0, bytesSent: Int64 = 0, bytesReceived: Int64 = 0
  ) {
    self.queued = queued
    self.sent = sent
    self.firstByte = firstByte
    self.done = done
    self.transport = transport
    self.attempts = attempts
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
  }
}
