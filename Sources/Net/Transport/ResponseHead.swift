public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The head of a response: status and headers, repeated fields apart.
public struct ResponseHead: Sendable, Hashable {
  private struct Contents: Hashable {
    var status: Int
    var headers: HTTPHeaders
    var url: URL?
    var httpVersion: String?
  }

  private var contents: Boxed<Contents>

  /// Makes a head.
  public init(status: Int, headers: HTTPHeaders = [:], url: URL? = nil, httpVersion: String? = nil) {
    contents = Boxed(Contents(status: status, headers: headers, url: url, httpVersion: httpVersion))
  }

  /// The status code (RFC 9110 section 15).
  public var status: Int {
    get { contents.value.status }
    set { contents.value.status = newValue }
  }

  /// The headers, in order.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// Where the response came from.
  public var url: URL? {
    get { contents.value.url }
    set { contents.value.url = newValue }
  }

  /// `HTTP/1.1`, `HTTP/2`, when the transport knows.
  public var httpVersion: String? {
    get { contents.value.httpVersion }
    set { contents.value.httpVersion = newValue }
  }

  /// The same as Foundation's type, which joins repeated fields with `, `; nil without a URL.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: httpVersion ?? "HTTP/1.1",
      headerFields: headers.joinedFields)
  }
}

extension ResponseHead: CustomStringConvertible {
  /// The status and the headers, without what ``Redaction/standard`` hides.
  public var description: String {
    (["\(status)"] + headers.map(\.description)).joined(separator: "\n")
  }
}
