public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as it goes to the wire: absolute URL, ordered headers with repeated fields apart, body.
public struct TransportRequest: Sendable {
  /// What it says, in a box: a request is handed on many times and changed few, and a copy counts one reference.
  private final class Contents: Sendable {
    let method: HTTPMethod
    let url: URL
    let headers: HTTPHeaders
    let body: RequestBody

    init(_ method: HTTPMethod, _ url: URL, _ headers: HTTPHeaders, _ body: RequestBody) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  private var contents: Contents

  /// Makes a request.
  public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none) {
    contents = Contents(method, url, headers, body)
  }

  /// The method.
  public var method: HTTPMethod {
    get { contents.method }
    set { contents = Contents(newValue, url, headers, body) }
  }

  /// The absolute `http` or `https` URL.
  public var url: URL {
    get { contents.url }
    set { contents = Contents(method, newValue, headers, body) }
  }

  /// The headers, in order.
  public var headers: HTTPHeaders {
    get { contents.headers }
    set { contents = Contents(method, url, newValue, body) }
  }

  /// The body.
  public var body: RequestBody {
    get { contents.body }
    set { contents = Contents(method, url, headers, newValue) }
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

extension TransportRequest: Hashable {
  /// Whether method, URL, headers and body are equal.
  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.contents === right.contents
      || left.method == right.method && left.url == right.url && left.headers == right.headers
        && left.body == right.body
  }

  /// Feeds method, URL, headers and body into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(url)
    hasher.combine(headers)
    hasher.combine(body)
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
