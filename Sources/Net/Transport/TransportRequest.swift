public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as it goes to the wire: absolute URL, ordered headers with repeated fields apart, body.
public struct TransportRequest: Sendable, Hashable {
  private struct Contents: Hashable {
    var method: HTTPMethod
    var url: URL
    var headers: HTTPHeaders
    var body: RequestBody
  }

  private var contents: Boxed<Contents>

  /// Makes a request.
  public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none) {
    contents = Boxed(Contents(method: method, url: url, headers: headers, body: body))
  }

  /// The method.
  public var method: HTTPMethod {
    get { contents.value.method }
    set { contents.value.method = newValue }
  }

  /// The absolute `http` or `https` URL.
  public var url: URL {
    get { contents.value.url }
    set { contents.value.url = newValue }
  }

  /// The headers, in order.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// The body.
  public var body: RequestBody {
    get { contents.value.body }
    set { contents.value.body = newValue }
  }

  /// The same as Foundation's type, which joins repeated fields with a comma, but those of `Cookie` with a semicolon
  /// (RFC 6265 section 4.2.1). A body that is a file or a stream is left out.
  public var urlRequest: URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    // All at once: Foundation on Linux takes longer to add a field than to send it.
    var others = headers
    let cookies = headers.values(for: "Cookie")
    if !cookies.isEmpty { others.update(name: "Cookie", value: cookies.joined(separator: "; ")) }
    request.allHTTPHeaderFields = others.joinedFields
    request.httpBody = body.data
    return request
  }
}

extension TransportRequest: CustomStringConvertible {
  /// The method, the URL and the headers, without what ``Redaction/standard`` hides, and the size of the body.
  public var description: String {
    let line = "\(method) \(Redaction.standard.redacted(url))"
    let size = body == .none ? [] : [body.count.map { "\($0) bytes" } ?? "a body of unknown length"]
    return ([line] + headers.map(\.description) + size).joined(separator: "\n")
  }
}
