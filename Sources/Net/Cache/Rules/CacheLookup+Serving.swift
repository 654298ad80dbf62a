import Foundation

extension CacheLookup {
  /// Returns the response that an entry provides without validation: the stored one, a part of it, or a 304.
  func serving(_ index: Int, status: CacheStatus) -> CacheServing {
    let stored = entries[index].response
    var headers = stored.headers
    headers.remove(names: stored.facts.directives.unvalidatedFields)
    headers.update(
      name: "Age", value: String(Int64(min(stored.facts.age(at: now), Double(DeltaSeconds.greatest)))))
    return serving(index, headers: headers, status: status)
  }

  /// Returns the response that an entry provides with these header fields.
  func serving(_ index: Int, headers: HTTPHeaders, status: CacheStatus) -> CacheServing {
    let stored = entries[index].response
    let isHead = request.request.method == .head
    var head = ResponseHead(
      status: stored.status, headers: headers, url: request.request.url, httpVersion: stored.httpVersion)
    // While nothing else refers to the head, so that it is not copied.
    head.cacheStatus = status
    if isNotModified(for: stored) {
      head.status = 304
      head.headers = Self.fieldsOfNotModified(headers)
      return CacheServing(index: index, head: head, hasBody: false, status: status)
    }
    guard case .slice(let slice)? = shape(of: entries[index]) else {
      return CacheServing(index: index, head: head, hasBody: !isHead, status: status)
    }
    let count = slice.bytes.upperBound - slice.bytes.lowerBound
    let isAll = count == entries[index].bodySize
    if stored.range == nil || !isAll {
      let range = StoredRange(first: slice.first, last: slice.first + count - 1, total: slice.total)
      head.status = 206
      head.headers.update(name: "Content-Range", value: range.contentRange)
      head.headers.update(name: "Content-Length", value: String(count))
    }
    return CacheServing(
      index: index, head: head, slice: isAll ? nil : slice.bytes, hasBody: true, status: status)
  }

  /// Returns whether the conditions of the request say that the client has the stored response (RFC 9110 section
  /// 13.2.2, RFC 9111 section 4.3.2).
  func isNotModified(for stored: StoredResponse) -> Bool {
    guard request.isConditional, stored.status == 200 || stored.status == 206 else { return false }
    if let tags = request.ifNoneMatch {
      if tags == ["*"] { return true }
      guard let etag = stored.facts.etag else { return false }
      return tags.contains { EntityTag.areSameWeakly($0, etag) }
    }
    guard let text = request.ifModifiedSince, let since = HTTPDate.parse(text, now: now) else { return false }
    let modified = stored.facts.lastModifiedDate?.timeIntervalSince1970 ?? stored.facts.date
    return modified <= since.timeIntervalSince1970
  }

  /// The fields of a 304 (RFC 9110 section 15.4.5).
  private static func fieldsOfNotModified(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.filter { field in fieldNamesOfNotModified.contains(HeaderSyntax.folded(field.name)) })
  }

  private static let fieldNamesOfNotModified: Set<String> = [
    "age", "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
  ]
}
