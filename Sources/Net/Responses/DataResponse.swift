public import Foundation

/// The outcome of a request: its value or error, and everything known about the exchange.
///
/// ```swift
/// network.get("https://api.example.com/user").responseObject(as: User.self) { response in
///   switch response.result {
///   case .success(let user): show(user)
///   case .failure(let error): show(error.description, status: response.response?.status)
///   }
/// }
/// ```
public struct DataResponse<Value: Sendable>: Sendable {
  /// The last request that was passed to the transport, or nil if there was none.
  public var request: TransportRequest?
  /// The head of the response, or nil if none was received.
  public var response: ResponseHead?
  /// The body as received, including that of an error response.
  ///
  /// Nil if no head was received.
  public var data: Data?
  /// The value or the error.
  public var result: Result<Value, NetworkError>
  /// The times of the steps of the exchange.
  public var timings: ResponseTimings

  // Inlined: otherwise the metadata of two generic types would be looked up once more for each response.
  /// Creates a response.
  @inline(__always)
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

  /// How the cache of the session took part, or nil without a cache or without a response.
  ///
  /// ```swift
  /// let response = await network.get("items").response(.data)
  /// if case .hit(let age) = response.cacheStatus { print("stored \(age) ago") }
  /// ```
  public var cacheStatus: CacheStatus? { response?.cacheStatus }

  /// The value, or nil if the request failed.
  public var value: Value? {
    guard case .success(let value) = result else { return nil }
    return value
  }

  /// The error, or nil if the request succeeded.
  public var error: NetworkError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }
}

/// The times of the steps of an exchange, measured by the session's timer from the start of the request, and the number
/// of bytes transferred.
public struct ResponseTimings: Sendable, Hashable {
  /// When the request was last queued, or nil if it never had to wait for other requests.
  public var queued: Duration?
  /// When the last attempt was passed to the transport.
  public var sent: Duration?
  /// When the head of the last response was received.
  public var firstByte: Duration?
  /// When the exchange ended.
  public var done: Duration?
  /// The measurements of the transport for the last attempt.
  ///
  /// Nil if the transport does not measure or the attempt did not finish.
  public var transport: TransportTimings?
  /// The number of times the request was sent or answered by the cache, not counting redirects.
  public var attempts: Int
  /// The number of body bytes that the last request sent.
  public var bytesSent: Int64
  /// The number of body bytes in the last response, with content encodings undone.
  ///
  /// Bytes that a resumed download already had are not included.
  public var bytesReceived: Int64

  /// Creates timings.
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
