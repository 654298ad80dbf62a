/// How a new part is stored together with stored parts of the same representation (RFC 9111 section 3.4, RFC 9110
/// section 15.3.7.3).
///
/// The stored bytes before the new part, the new part and the stored bytes after it are one range.
struct CacheJoin: Sendable {
  /// Bytes of the body of an entry.
  struct StoredBytes: Sendable, Equatable {
    var index: Int
    /// Offsets in the stored body.
    var bytes: Range<Int64>
  }

  /// The head of the joined response: a 200 if all bytes are there, else a 206.
  var response: StoredResponse
  /// The stored bytes before the new part.
  var before: StoredBytes?
  /// The stored bytes after the new part.
  var after: StoredBytes?
  /// The number of bytes that the new part must have.
  var partSize: Int64
  /// The number of bytes of the joined body.
  var size: Int64
  /// The entries that the joined response replaces.
  var replacing: [Int]

  /// Joins a new part with stored parts; nil if there are none to join it with.
  ///
  /// - `part`: The head of the new part.
  /// - `replacing`: The entries that the part replaces anyway.
  init?(_ part: StoredResponse, among entries: [CacheEntry], replacing: [Int]) {
    guard let new = part.range, new.isValid, let total = new.total,
      part.headers.announcedLength ?? new.count == new.count
    else { return nil }
    var (first, last) = (new.first, new.last)
    var newest: StoredResponse?
    var joined: [Int] = []
    for index in entries.indices {
      let old = entries[index].response
      guard let range = old.range, range.isValid, entries[index].bodySize == range.count,
        Self.areOneRepresentation(old, part), range.last >= new.first - 1, range.first <= new.last + 1
      else { continue }
      joined.append(index)
      if range.first < first {
        first = range.first
        before = StoredBytes(index: index, bytes: 0..<new.first - range.first)
      }
      if range.last > last {
        last = range.last
        after = StoredBytes(index: index, bytes: new.last + 1 - range.first..<range.count)
      }
      if newest.map({ $0.facts.date < old.facts.date }) ?? true { newest = old }
    }
    guard let newest, before != nil || after != nil else { return nil }
    partSize = new.count
    size = last - first + 1
    self.replacing = replacing + joined.filter { !replacing.contains($0) }
    response = newest
    response.confirm(
      headers: StoredFields.updated(newest.headers, by: part.headers, at: part.responseTime),
      requestTime: part.requestTime, responseTime: part.responseTime)
    response.requestHeaders = part.requestHeaders
    response.lifetime = part.lifetime
    describe(StoredRange(first: first, last: last, total: total))
  }

  /// Sets the fields of the head that describe this range.
  private mutating func describe(_ range: StoredRange) {
    let isComplete = range.count == range.total
    response.range = isComplete ? nil : range
    response.status = isComplete ? 200 : 206
    var headers = response.headers
    headers.update(name: "Content-Length", value: String(range.count))
    if isComplete {
      headers.remove(name: "Content-Range")
    } else {
      headers.update(name: "Content-Range", value: range.contentRange)
    }
    response.headers = headers
  }

  /// Returns whether both responses have bytes of the same representation: the same strong tag and the same length.
  static func areOneRepresentation(_ old: StoredResponse, _ part: StoredResponse) -> Bool {
    guard let total = part.range?.total, !old.isInvalid, CacheUpdate.isSameVariant(old, part),
      EntityTag.mayJoin(old.facts.etag, part.facts.etag), !old.headers.isEncoded
    else { return false }
    return old.range == nil || old.range?.total == total
  }
}
