import Foundation

/// Decides whether a response is stored (RFC 9111 section 3), and in which form.
struct Storability {
  let request: TransportRequest
  /// The URL as it is in the key.
  let url: String
  let head: ResponseHead
  let requestTime: Date
  let responseTime: Date
  let options: CacheOptions

  enum Verdict {
    case store(StoredResponse)
    case refuse(CacheReason)
  }

  func verdict(requestForbids: Bool) -> Verdict {
    guard !requestForbids else { return .refuse(.noStore) }
    guard request.method == .get && request.body.isNone || request.method == .post && head.status == 200
    else {
      return .refuse(.method)
    }
    // First, because most responses that are not stored are refused here.
    let directives = ResponseDirectives(head.headers)
    if request.method == .get, let refusal = refusal(directives) { return .refuse(refusal) }
    var stored = StoredResponse(
      received: head, headers: StoredFields.stored(head.headers, at: responseTime),
      // A field that `Connection` names is not stored, and means nothing then.
      directives: head.headers.contains("Connection") ? nil : directives,
      url: url, requestTime: requestTime, responseTime: responseTime)
    let facts = stored.facts
    guard request.method == .get || answersPost(facts) else { return .refuse(.method) }
    if let refusal = refusal(facts.directives) { return .refuse(refusal) }
    guard mayBeStored(facts) else { return .refuse(.status) }
    guard let fields = facts.vary else { return .refuse(.varyMiss) }
    guard !isEventStream else { return .refuse(.bypass) }
    if head.status == 206 {
      guard let part = storedRange else { return .refuse(.partial) }
      stored.range = part
    }
    if !fields.isEmpty { stored.requestHeaders = VaryField.selecting(fields, of: request.headers) }
    Self.assignLifetime(to: &stored, url: request.url, options: options)
    return .store(stored)
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
    return CacheKey.url(location, relativeTo: request.url) == url
  }

  /// A stream of events never ends, and is read once.
  private var isEventStream: Bool { hasType("text/event-stream") }

  /// Returns whether `Content-Type` has this type, with any parameters.
  private func hasType(_ name: String) -> Bool {
    guard let text = head.headers.firstValue(for: "Content-Type"), text.utf8.count >= name.utf8.count else {
      return false
    }
    let type = HeaderSyntax.trimmed(Substring(text.utf8.prefix { $0 != UInt8(ascii: ";") }))
    return HTTPField(name: type, value: "").isNamed(name)
  }

  /// Returns whether the status and the fields permit to store the response.
  private func mayBeStored(_ facts: CacheFacts) -> Bool {
    switch head.status {
    // They answer the conditions, the range or the proxy of one request.
    case ..<200, 304, 407, 412, 416: return false
    // Even without a lifetime: for those who prefer what is stored.
    case 200: return true
    default: break
    }
    if facts.isExplicit || facts.directives.isPublic { return true }
    let hasValidator = facts.lastModified != nil || facts.etag != nil
    return CacheFacts.allowsHeuristics(head.status, facts.directives) && hasValidator
  }

  /// The part that a 206 has; nil if it cannot be stored: with several ranges, or with a content encoding, which has been
  /// removed from the bytes that the range counts.
  private var storedRange: StoredRange? {
    let ranges = head.headers.values(for: "Content-Range")
    guard ranges.count == 1, !head.headers.contains("Content-Encoding"), !hasType("multipart/byteranges")
    else { return nil }
    return StoredRange(contentRange: ranges[0])
  }

  /// Sets the lifetime that the session chose for a response that states none.
  static func assignLifetime(to stored: inout StoredResponse, url: URL, options: CacheOptions) {
    guard let freshness = options.freshness, !stored.facts.isExplicit, !stored.facts.directives.noCache else {
      return
    }
    let head = ResponseHead(
      status: stored.status, headers: stored.headers, url: url, httpVersion: stored.httpVersion)
    stored.lifetime = freshness(head)
  }
}
