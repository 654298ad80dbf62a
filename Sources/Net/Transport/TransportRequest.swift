public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as it goes to the wire: absolute URL, ordered headers with repeated fields apart, body.
public struct TransportRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The absolute `http` or `https` URL.
  public var url: URL
  /// The headers, in order.
  public var headers: HTTPHeaders
  /// The body.
  public var body: RequestBody

  /// Makes a request.
  public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The same as Foundation's type, which joins repeated fields with a comma, but those of `Cookie` with a semicolon
  /// (RFC 6265 section 4.2.1). A body that is a file or a stream is left out.
  public var urlRequest: URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in headers where !field.isNamed("Cookie") {
      request.addValue(field.value, forHTTPHeaderField: field.name)
    }
    let cookies = headers.values(for: "Cookie")
    if !cookies.isEmpty { request.setValue(cookies.joined(separator: "; "), forHTTPHeaderField: "Cookie") }
    request.httpBody = body.data
    return request
  }
}

/// The head of a response: status and headers, repeated fields apart.
public struct ResponseHead: Sendable, Hashable {
  /// The status code (RFC 9110 section 15).
  public var status: Int
  /// The headers, in order.
  public var headers: HTTPHeaders
  /// Where the response came from.
  public var url: URL?
  /// `HTTP/1.1`, `HTTP/2`, when the transport knows.
  public var httpVersion: String?

  /// Makes a head.
  public init(status: Int, headers: HTTPHeaders = [:], url: URL? = nil, httpVersion: String? = nil) {
    self.status = status
    self.headers = headers
    self.url = url
    self.httpVersion = httpVersion
  }

  /// The same as Foundation's type, which joins repeated fields with `, `; nil without a URL.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: httpVersion ?? "HTTP/1.1",
      headerFields: headers.joinedFields)
  }
}
