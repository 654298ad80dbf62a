import Foundation

/// Decides whether a response is stored (RFC 9111 section 3), and in which form.
extension CacheUpdate {
  enum Verdict {
    case store(StoredResponse)
    case refuse(CacheReason)
  }

  /// Whether the response is stored.
  ///
  /// The fields of a head that may be stored are found in one pass. Only what is stored is copied.
  var verdict: Verdict {
    let request = request
    guard !request.directives.noStore else { return .refuse(.noStore) }
    let isGet = request.request.method == .get
    guard isGet ? !request.hasContent : request.request.method == .post && head.status == 200 else {
      return .refuse(.method)
    }
    var headers = head.headers
    // First, because most responses that are not stored are refused here.
    let received = headers.value(ofName: "cache-control")
    var directives = ResponseDirectives(received)
    if isGet, let refusal = refusal(directives) { return .refuse(refusal) }
    var positions = CacheFieldPositions(headers)
    guard positions.contentLength >= 0 || !mayBeCutShort else { return .refuse(.partial) }
    let contentType = headers.value(at: positions.contentType)
    let contentEncoding = positions.contentEncoding
    let date = StoredFields.store(&headers, &positions, at: responseTime)
    // A field that `Connection` names is not stored, and is ignored.
    let control = positions.cacheControl(in: headers)
    if control != received { directives = ResponseDirectives(control) }
    let facts = CacheFacts(
      status: head.status, headers: headers, positions, directives, date: date, requestTime: requestTime,
      responseTime: responseTime, assignedLifetime: nil)
    guard isGet || answersPost(facts) else { return .refuse(.method) }
    if let refusal = refusal(directives) { return .refuse(refusal) }
    guard mayBeStored(facts), !leadsToItself else { return .refuse(.status) }
    guard let fields = positions.vary < 0 ? [] : facts.vary else { return .refuse(.varyMiss) }
    // An event stream never ends, and is read only once.
    guard !Self.isType(contentType, "text/event-stream") else { return .refuse(.bypass) }
    var part: StoredRange?
    if head.status == 206 {
      guard contentEncoding < 0 || !head.headers.isEncoded, let range = storedRange(contentType) else {
        return .refuse(.partial)
      }
      part = range
    } else if request.part != .everything, head.isPartWithStatus200 {
      return .refuse(.partial)
    }
    var stored = StoredResponse(
      received: head, headers: headers, facts: facts, url: url, range: part, requestTime: requestTime,
      responseTime: responseTime)
    if !fields.isEmpty { stored.requestHeaders = request.selecting(fields) }
    if options.freshness != nil {
      Storability.assignLifetime(to: &stored, of: request.request, options: options)
    }
    return .store(stored)
  }

  /// Whether the end of the connection is the end of a body whose length is unknown.
  ///
  /// Over TLS anyone on the way can end a connection, and libcurl does not say whether the server did (RFC 9112 section
  /// 9.8). Such a body is delivered, but not kept.
  private var mayBeCutShort: Bool {
    head.status != 204 && head.isHTTP1 && request.request.url.isSecure
      && !head.headers.contains("Transfer-Encoding")
  }

  /// Returns why the directives of the response forbid storing it; nil if they do not.
  private func refusal(_ directives: ResponseDirectives) -> CacheReason? {
    guard directives.forbidsStoring(status: head.status) else { return nil }
    return directives.mustUnderstand ? .status : .noStore
  }

  /// Returns whether a 200 to `POST` may answer later `GET` requests (RFC 9110 section 9.3.3).
  private func answersPost(_ facts: CacheFacts) -> Bool {
    guard facts.isExplicit, let location = head.headers.firstValue(for: "Content-Location") else {
      return false
    }
    return CacheKey.url(location, relativeTo: request.request.url) == url
  }

  /// Returns whether `Content-Type` has this type, with any parameters.
  private static func isType(_ contentType: String?, _ name: String) -> Bool {
    guard let contentType, contentType.utf8.count >= name.utf8.count else { return false }
    // Most types are refused by their first letter.
    let first = contentType.utf8.first { $0 != 0x20 && $0 != 0x09 }
    guard let first, first | 0x20 == name.utf8.first else { return false }
    let type = HeaderSyntax.trimmed(Substring(contentType.utf8.prefix { $0 != UInt8(ascii: ";") }))
    return HTTPField(name: type, value: "").isNamed(name)
  }

  /// Returns whether the status and the fields permit to store the response.
  private func mayBeStored(_ facts: CacheFacts) -> Bool {
    switch head.status {
    // They are responses to the conditions, the range or the proxy of a single request.
    case ..<200, 304, 407, 412, 416: return false
    // Even without a lifetime, for requests that prefer a stored response.
    case 200: return true
    default: break
    }
    if facts.isExplicit || facts.directives.isPublic { return true }
    let hasValidator = facts.lastModified != nil || facts.etag != nil
    return CacheFacts.allowsHeuristics(head.status, facts.directives) && hasValidator
  }

  /// Returns the part that a 206 has; nil if it cannot be stored: with several ranges, or with a content encoding,
  /// which has been removed from the bytes that the range counts.
  private func storedRange(_ contentType: String?) -> StoredRange? {
    let ranges = head.headers.values(for: "Content-Range")
    guard ranges.count == 1, !Self.isType(contentType, "multipart/byteranges") else { return nil }
    return StoredRange(contentRange: ranges[0])
  }
}

enum Storability {
  /// Sets the lifetime that the session chose for a response that states none.
  static func assignLifetime(
    to stored: inout StoredResponse, of request: TransportRequest, options: CacheOptions
  ) {
    guard let freshness = options.freshness, !stored.facts.isExplicit, !stored.facts.directives.noCache else {
      return
    }
    var head = ResponseHead(
      status: stored.status, headers: stored.headers, url: request.url, httpVersion: stored.httpVersion)
    if let redaction = request.carriedRedaction { head.redaction = redaction }
    stored.lifetime = freshness(head)
  }
}
