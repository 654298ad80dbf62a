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
  /// What the fields say; nil if there is none of those that the rules read, as in most requests.
  private let fields: Boxed<Fields>?

  /// What the fields of a request mean for a cache.
  private struct Fields: Sendable {
    var directives = RequestDirectives()
    var part = Part.everything
    var ifNoneMatch: [String]?
    var ifModifiedSince: String?
    var ifRange: String?
    var asksServer = false
  }

  /// - `url`: The URL as it is in the key, or nil to find it out when it is needed.
  init(_ request: TransportRequest, mode: CacheMode = .standard, url: String? = nil) {
    self.request = request
    self.mode = mode
    knownURL = url
    fields = Self.hasFields(request.headers) ? Boxed(Self.fields(of: request)) : nil
  }

  /// Returns whether the rules read a field of a request.
  private static func hasFields(_ headers: HTTPHeaders) -> Bool {
    var has = false
    headers.forEachName { _, name in
      // Comparing the length first excludes most fields of a request.
      switch name.count {
      case 5: if name.isName("range") { has = true }
      case 8: if name.isName("if-match") || name.isName("if-range") { has = true }
      case 13: if name.isName("cache-control") || name.isName("if-none-match") { has = true }
      case 17: if name.isName("if-modified-since") { has = true }
      case 19: if name.isName("if-unmodified-since") { has = true }
      default: break
      }
    }
    return has
  }

  private static func fields(of request: TransportRequest) -> Fields {
    let headers = request.headers
    var fields = Fields()
    fields.directives = RequestDirectives(headers)
    fields.asksServer = headers.contains("If-Match") || headers.contains("If-Unmodified-Since")
    let tags = headers.values(for: "If-None-Match")
    if !tags.isEmpty { fields.ifNoneMatch = tags.flatMap(EntityTag.list) }
    fields.ifModifiedSince = joined(headers.values(for: "If-Modified-Since"))
    fields.ifRange = joined(headers.values(for: "If-Range"))
    // `Range` has a meaning for `GET` only (RFC 9110 section 14.2).
    let ranges = headers.values(for: "Range")
    if let range = ranges.first, request.method == .get {
      fields.part = (ranges.count == 1 ? ByteRange(range) : nil).map(Part.range) ?? .unknown
    }
    return fields
  }

  /// Joins the values of a field that must have one, so that several are not valid.
  private static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var directives: RequestDirectives { fields?.value.directives ?? RequestDirectives() }
  var part: Part { fields?.value.part ?? .everything }
  /// The members of `If-None-Match`, or nil without one.
  var ifNoneMatch: [String]? { fields?.value.ifNoneMatch }
  var ifModifiedSince: String? { fields?.value.ifModifiedSince }
  var ifRange: String? { fields?.value.ifRange }
  /// Whether the request has a condition that only the server may check: `If-Match` or `If-Unmodified-Since`.
  var asksServer: Bool { fields?.value.asksServer ?? false }

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
