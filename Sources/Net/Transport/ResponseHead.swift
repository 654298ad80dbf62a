public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The head of a response: status and headers, repeated fields apart.
public struct ResponseHead: Sendable {
  /// What it says, in a box: a head is handed on many times and changed few, and a copy counts one reference.
  private final class Contents: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let url: URL?
    let httpVersion: String?

    init(_ status: Int, _ headers: HTTPHeaders, _ url: URL?, _ httpVersion: String?) {
      self.status = status
      self.headers = headers
      self.url = url
      self.httpVersion = httpVersion
    }
  }

  private var contents: Contents

  /// Makes a head.
  public init(status: Int, headers: HTTPHeaders = [:], url: URL? = nil, httpVersion: String? = nil) {
    contents = Contents(status, headers, url, httpVersion)
  }

  /// The status code (RFC 9110 section 15).
  public var status: Int {
    get { contents.status }
    set { contents = Contents(newValue, headers, url, httpVersion) }
  }

  /// The headers, in order.
  public var headers: HTTPHeaders {
    get { contents.headers }
    set { contents = Contents(status, newValue, url, httpVersion) }
  }

  /// Where the response came from.
  public var url: URL? {
    get { contents.url }
    set { contents = Contents(status, headers, newValue, httpVersion) }
  }

  /// `HTTP/1.1`, `HTTP/2`, when the transport knows.
  public var httpVersion: String? {
    get { contents.httpVersion }
    set { contents = Contents(status, headers, url, newValue) }
  }

  /// The same as Foundation's type, which joins repeated fields with `, `; nil without a URL.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: httpVersion ?? "HTTP/1.1",
      headerFields: headers.joinedFields)
  }
}

extension ResponseHead: Hashable {
  /// Whether status, headers, URL and version are equal.
  public static func == (left: ResponseHead, right: ResponseHead) -> Bool {
    left.contents === right.contents
      || left.status == right.status && left.headers == right.headers && left.url == right.url
        && left.httpVersion == right.httpVersion
  }

  /// Feeds status, headers, URL and version into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(url)
    hasher.combine(httpVersion)
  }
}

extension ResponseHead: CustomStringConvertible {
  /// The status and the headers, without what ``Redaction/standard`` hides.
  public var description: String {
    (["\(status)"] + headers.map(\.description)).joined(separator: "\n")
  }
}
