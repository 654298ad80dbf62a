public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The head of a response: status and header fields, with repeated fields kept separate.
public struct ResponseHead: Sendable, Hashable {
  private struct Contents: Hashable {
    var status: Int
    var headers: HTTPHeaders
    var url: URL?
    var httpVersion: String?
    var redaction = CarriedRedaction()
    var cacheStatus = CarriedCacheStatus()
  }

  private var contents: Boxed<Contents>

  /// Creates a head.
  public init(status: Int, headers: HTTPHeaders = [:], url: URL? = nil, httpVersion: String? = nil) {
    contents = Boxed(Contents(status: status, headers: headers, url: url, httpVersion: httpVersion))
  }

  /// The status code (RFC 9110 section 15).
  public var status: Int {
    get { contents.value.status }
    set { contents.value.status = newValue }
  }

  /// The header fields in order.
  public var headers: HTTPHeaders {
    get { contents.value.headers }
    set { contents.value.headers = newValue }
  }

  /// The URL of the response.
  public var url: URL? {
    get { contents.value.url }
    set { contents.value.url = newValue }
  }

  /// The HTTP version, such as `HTTP/1.1` or `HTTP/2`, if the transport knows it.
  public var httpVersion: String? {
    get { contents.value.httpVersion }
    set { contents.value.httpVersion = newValue }
  }

  /// Whether the version is known, and one of HTTP/1.
  var isHTTP1: Bool { httpVersion.map(HTTPVersion.isHTTP1) ?? false }

  /// How the cache of the session took part in the response, or nil without a cache.
  ///
  /// Heads that differ only in it are equal.
  ///
  /// ```swift
  /// network.get("items").onHTTPResponse { head in
  ///   if case .stale = head.cacheStatus { print("this may be out of date") }
  /// }
  /// ```
  public var cacheStatus: CacheStatus? {
    get { contents.value.cacheStatus.value }
    set { contents.value.cacheStatus = CarriedCacheStatus(value: newValue) }
  }

  /// Whether the cache made the response itself (504), because it has nothing to use and may not ask the network.
  ///
  /// Set it after ``cacheStatus``, which resets it. Heads that differ only in it are equal.
  package var isMadeByCache: Bool {
    get { contents.value.cacheStatus.isMadeByCache }
    set { contents.value.cacheStatus.isMadeByCache = newValue }
  }

  /// Defines what is hidden when the head is printed: the redaction of the session that received it,
  /// ``Redaction/standard`` by default.
  ///
  /// Heads that differ only in it are equal.
  public var redaction: Redaction {
    get { contents.value.redaction.value ?? .standard }
    set { contents.value.redaction.value = newValue }
  }

  /// The redaction, or nil for the standard one.
  package var carriedRedaction: Redaction? { contents.value.redaction.value }

  /// The head as a Foundation type, which joins repeated fields with `, `.
  ///
  /// It is nil without a URL.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: httpVersion ?? "HTTP/1.1",
      headerFields: headers.joinedFields)
  }
}

extension ResponseHead: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and header fields, redacted by ``redaction``.
  public var description: String {
    (["\(status)"] + redaction.lines(of: headers)).joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by ``redaction``.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "status": status, "headers": redaction.lines(of: headers), "url": url.map(redaction.redacted) as Any,
        "httpVersion": httpVersion as Any,
      ])
  }
}
