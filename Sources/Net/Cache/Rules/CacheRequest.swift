import Foundation

/// The parts of a request that the rules use, parsed once: its directives, conditions and range.
///
/// An object that never changes, because it is passed on with every decision.
final class CacheRequest: Sendable {
  /// The part that `Range` requests.
  enum Part: Sendable, Equatable {
    case everything
    case range(ByteRange)
    /// Several ranges, another unit or a malformed field: the server decides.
    case unknown
  }

  let request: TransportRequest
  let mode: CacheMode
  /// The URL as it is in the key, if that is known already.
  private let knownURL: String?
  let directives: RequestDirectives
  let part: Part
  /// The members of `If-None-Match`, or nil without one.
  let ifNoneMatch: [String]?
  let ifModifiedSince: String?
  let ifRange: String?
  /// Whether the request has a condition that only the server may check: `If-Match` or `If-Unmodified-Since`.
  let asksServer: Bool

  /// - `url`: The URL as it is in the key, or nil to find it out when it is needed.
  init(_ request: TransportRequest, mode: CacheMode = .standard, url: String? = nil) {
    self.request = request
    self.mode = mode
    knownURL = url
    let headers = request.headers
    var (hasDirectives, asksServer) = (false, false)
    var ifNoneMatch: [String]?
    var ifModifiedSince: String?
    var ifRange: String?
    var ranges = 0
    headers.forEachName { index, name in
      // Comparing the length first excludes most fields of a request.
      switch name.count {
      case 5 where name.isName("range"): ranges += 1
      case 8 where name.isName("if-match"): asksServer = true
      case 8 where name.isName("if-range"): ifRange = CacheRequest.joined(ifRange, headers[index].value)
      case 13 where name.isName("cache-control"): hasDirectives = true
      case 13 where name.isName("if-none-match"):
        ifNoneMatch = (ifNoneMatch ?? []) + EntityTag.list(headers[index].value)
      case 17 where name.isName("if-modified-since"):
        ifModifiedSince = CacheRequest.joined(ifModifiedSince, headers[index].value)
      case 19 where name.isName("if-unmodified-since"): asksServer = true
      default: break
      }
    }
    self.asksServer = asksServer
    self.ifNoneMatch = ifNoneMatch
    self.ifModifiedSince = ifModifiedSince
    self.ifRange = ifRange
    directives = hasDirectives ? RequestDirectives(headers) : RequestDirectives()
    // `Range` has a meaning for `GET` only (RFC 9110 section 14.2).
    if ranges > 0, request.method == .get {
      part =
        (ranges == 1 ? ByteRange(headers.firstValue(for: "Range") ?? "") : nil).map(Part.range) ?? .unknown
    } else {
      part = .everything
    }
  }

  /// Joins the values of a field that must have one, so that several are not valid.
  private static func joined(_ text: String?, _ value: String) -> String {
    text.map { "\($0), \(value)" } ?? value
  }

  /// The URL as it is in the key.
  var url: String { knownURL ?? CacheKey.url(of: request.url) }

  /// The same request with these header fields.
  func with(_ headers: HTTPHeaders) -> CacheRequest {
    var request = request
    request.headers = headers
    return CacheRequest(request, mode: mode, url: knownURL)
  }

  /// Whether the request itself has conditions that a cache may check.
  var isConditional: Bool { ifNoneMatch != nil || ifModifiedSince != nil }

  /// Whether the network must not be used.
  var isOffline: Bool { mode == .onlyCached || directives.onlyIfCached }

  /// Whether a stale response may be used even if the server does not allow it.
  var prefersStored: Bool { mode == .preferCached || mode == .onlyCached }

  /// Whether something stored may answer at all.
  var mayUseStored: Bool {
    guard request.method == .get || request.method == .head, !hasContent, mode != .reload, !asksServer else {
      return false
    }
    return !directives.noStore || isOffline
  }

  /// Whether the request is a `GET` or `HEAD` with a body.
  ///
  /// The body has no defined meaning (RFC 9110 section 9.3.1) and is not in the key, but some services answer by it.
  var hasContent: Bool { (request.method == .get || request.method == .head) && !request.body.isNone }

  /// Returns the request with the fields of its mode, unless it sets them.
  var withFieldsOfMode: TransportRequest {
    var request = request
    switch mode {
    case .reload:
      request.headers.setDefault(name: "Cache-Control", value: "no-cache")
      request.headers.setDefault(name: "Pragma", value: "no-cache")
    case .revalidate: request.headers.setDefault(name: "Cache-Control", value: "max-age=0")
    case .standard, .preferCached, .onlyCached: break
    }
    return request
  }
}
