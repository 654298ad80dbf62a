/// What a response says about which version of its representation it has.
struct CacheVersion {
  private let etag: String?
  private let lastModified: String?
  /// The length of the whole representation as it is transferred, if it is known.
  private let total: Int64?
  private let isEncoded: Bool

  init(_ entry: CacheEntry) {
    self.init(entry.response, size: entry.bodySize)
  }

  /// - `size`: The length of the body of a complete response, if it is known.
  init(_ response: StoredResponse, size: Int64? = nil) {
    etag = response.facts.etag
    lastModified = response.facts.lastModified
    isEncoded = response.headers.isEncoded
    if let range = response.range {
      total = range.total
    } else {
      // The stored bytes of an encoded body are decoded.
      total = isEncoded ? response.headers.announcedLength : size
    }
  }

  /// - `head`: That of a 206, or of a 416, whose validators are not those of the representation.
  init(_ head: ResponseHead) {
    etag = head.status == 206 ? CacheFacts.validator("ETag", in: head.headers) : nil
    lastModified = head.status == 206 ? CacheFacts.validator("Last-Modified", in: head.headers) : nil
    isEncoded = head.status == 206 && head.headers.isEncoded
    let ranges = head.headers.values(for: "Content-Range")
    total = ranges.count == 1 ? StoredRange.total(contentRange: ranges[0]) : nil
  }

  /// Returns whether the other version is a different one; nil if that is unknown.
  func differs(from other: CacheVersion) -> Bool? {
    if isEncoded == other.isEncoded, let total, let length = other.total, total != length { return true }
    if let etag, let tag = other.etag { return !EntityTag.areSameWeakly(etag, tag) }
    if let lastModified, let modified = other.lastModified {
      return !lastModified.hasCodePoints(of: modified)
    }
    return nil
  }
}
