public import Foundation

/// The error of a proxy that refused to open a tunnel to the server (`CONNECT`, RFC 9110 section 9.3.6).
///
/// It is the ``NetworkError/underlyingError`` of a request that failed in the phase ``TransportPhase/connect``, and
/// ``NetworkError/response`` is the proxy's response.
///
/// ```swift
/// if let refusal = response.error?.underlyingError as? ProxyRefusal, refusal.response.status == 407 {
///   print("the proxy requires other credentials")
/// }
/// ```
///
/// The response is that of the proxy, not of the server: its cookies are not stored, and its `Location` is not
/// followed. The body is not kept, because libcurl discards it. ``RetryPolicy`` retries only statuses among its
/// ``RetryPolicy/statusCodes``, so never a 407. ``CurlTransport`` reports this error.
public struct ProxyRefusal: Error, Sendable, Hashable {
  /// The head of the proxy's response.
  public var response: ResponseHead

  /// Creates an error.
  public init(response: ResponseHead) { self.response = response }
}

extension ProxyRefusal: CustomStringConvertible, LocalizedError {
  /// The status of the proxy, and what to do about a 407.
  public var description: String {
    let text = "the proxy refused the tunnel with status \(response.status)"
    guard response.status == 407 else { return text }
    return text + "; pass credentials that it accepts in TransportOptions.proxy"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ProxyRefusal: RedactedError {
  func words(_ redaction: Redaction) -> String { description }
}
