public import Foundation
public import Net

/// A complete request as a mock transport or a mock server received it.
public struct RecordedRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The absolute URL.
  public var url: URL
  /// The headers, in order, repeated fields apart.
  public var headers: HTTPHeaders
  /// The body, whole, whatever its source was; empty without one.
  public var body: Data
  /// The fields behind a chunked body (RFC 9110 section 6.5), in order; a server alone gets any.
  public var trailers: HTTPHeaders

  /// Makes a recorded request.
  public init(
    method: HTTPMethod, url: URL, headers: HTTPHeaders = [:], body: Data = Data(), trailers: HTTPHeaders = [:]
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.trailers = trailers
  }

  /// The request as a transport was given it, its body read whole; empty where it cannot be read.
  public init(_ request: TransportRequest) {
    self.init(
      method: request.method, url: request.url, headers: request.headers,
      body: (try? request.body.contents()) ?? Data())
  }
}

extension RecordedRequest: CustomStringConvertible {
  /// The method and the URL.
  public var description: String { "\(method) \(url.absoluteString)" }
}
