import Foundation

/// The parts of a request that the rules use, parsed once: its directives, conditions and range.
///
/// It is passed on with every decision, so a copy counts one reference.
struct CacheRequest: Sendable {
  /// The part that `Range` requests.
  enum Part: Sendable, Equatable {
    case everything
    case range(ByteRange)
    /// Several ranges, another unit or a malformed field: the server decides.
    case unknown
  }

  let request: TransportRequest
  let mode: CacheMode
  /// Whether the request is a `GET` or `HEAD` with a body.
  ///
  /// The body has no defined meaning (RFC 9110 section 9.3.1) and is not in the key, but some services answer by it.
  let hasContent: Bool
  /// Whether the request has `Authorization`, or a field that authentication has set.
  let hasCredentialFields: Bool
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

  init(_ request: TransportRequest, mode: CacheMode = .standard) {
    self.request = request
    self.mode = mode
    hasContent = (request.method == .get || request.method == .head) && request.hasBody
    let headers = request.headers
    var fields: Boxed<Fields>?
    var (hasAuthorization, hasDirectives, ranges) = (false, false, 0)
    headers.forEachName { index, name in
      // Comparing the length first excludes most fields of a request.
      switch name.count {
      case 5 where name.isName("range"): ranges += 1
      case 8 where name.isName("if-match"): fields.change(from: Fields()) { $0.asksServer = true }
      case 8 where name.isName("if-range"):
        fields.change(from: Fields()) { $0.ifRange.join(headers[index].value) }
      case 13 where name.isName("authorization"): hasAuthorization = true
      case 13 where name.isName("cache-control"): hasDirectives = true
      case 13 where name.isName("if-none-match"):
        fields.change(from: Fields()) {
          $0.ifNoneMatch = ($0.ifNoneMatch ?? []) + EntityTag.list(headers[index].value)
        }
      case 17 where name.isName("if-modified-since"):
        fields.change(from: Fields()) { $0.ifModifiedSince.join(headers[index].value) }
      case 19 where name.isName("if-unmodified-since"): fields.change(from: Fields()) { $0.asksServer = true }
      default: break
      }
    }
    if hasDirectives { fields.change(from: Fields()) { $0.directives = RequestDirectives(headers) } }
    // `Range` has a meaning for `GET` only (RFC 9110 section 14.2).
    if ranges > 0, request.method == .get {
      let range = ranges == 1 ? ByteRange(headers.firstValue(for: "Range") ?? "") : nil
      fields.change(from: Fields()) { $0.part = range.map(Part.range) ?? .unknown }
    }
    self.fields = fields
    hasCredentialFields = hasAuthorization || !request.credentialFields.isEmpty
  }

  var directives: RequestDirectives { fields?.value.directives ?? RequestDirectives() }
  var part: Part { fields?.value.part ?? .everything }
  /// The members of `If-None-Match`, or nil without one.
  var ifNoneMatch: [String]? { fields?.value.ifNoneMatch }
  var ifModifiedSince: String? { fields?.value.ifModifiedSince }
  var ifRange: String? { fields?.value.ifRange }
  /// Whether the request has a condition that only the server may check: `If-Match` or `If-Unmodified-Since`.
  var asksServer: Bool { fields?.value.asksServer ?? false }

  /// Returns the fields that are stored with a response that depends on these.
  func selecting(_ fields: [VaryField]) -> HTTPHeaders {
    VaryField.selecting(fields, of: request.headers, redaction: request.carriedRedaction)
  }

  /// The same request with these header fields.
  func with(_ headers: HTTPHeaders) -> CacheRequest {
    var request = request
    request.headers = headers
    return CacheRequest(request, mode: mode)
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

extension String? {
  /// Adds the value of a field that must have one, so that several are not valid.
  fileprivate mutating func join(_ value: String) { self = map { "\($0), \(value)" } ?? value }
}
