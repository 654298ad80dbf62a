import Foundation

/// The bytes of a download that are on disk, and what is needed to resume it, as a pure value.
///
/// It follows RFC 9110 sections 13.1.5, 14 and 15.3.7.
struct DownloadPart: Sendable, Equatable {
  /// The number of bytes on disk, from the start of the representation.
  var count: Int64 = 0
  /// The strong validator of the representation, which is sent in `If-Range`.
  var validator: String?
  /// The `Last-Modified` of the representation, which may be too recent to be a strong validator.
  var modified: String?
  /// The number of bytes of the complete representation.
  var total: Int64?
  /// The name of the resource that the representation was received from.
  var source: String?
  /// The `Content-Type` of the representation, which the response with the rest may lack.
  var type: String?
  /// The `Content-Disposition` of the representation, which the response with the rest may lack.
  var disposition: String?

  /// What happens to the bytes on disk when a response head arrives.
  enum Verdict: Sendable, Equatable {
    /// The body is the complete representation and replaces the bytes on disk.
    case whole
    /// The body is the rest of the representation and is appended.
    case rest
    /// The response cannot be used. The complete representation is requested.
    case restart
  }

  /// Returns whether the request, which asks for the complete representation, can ask for the rest instead.
  func canResume(_ request: TransportRequest) -> Bool {
    count > 0 && validator != nil && Self.isWhole(request)
  }

  /// Drops the last byte of a complete part, and all bytes of a part that is too long.
  ///
  /// Requesting a range after the end would produce a 416, which proves nothing about the bytes on disk. Requesting the
  /// last byte produces a response with validators, which prove that the part matches the server's representation.
  mutating func keepIncomplete() {
    guard let total, count >= total else { return }
    if count > total { self = DownloadPart() } else { count = max(0, total - 1) }
  }

  /// Returns the request for the rest, or the request itself if the download cannot be resumed.
  func resuming(_ request: TransportRequest) -> TransportRequest {
    guard canResume(request), let validator else { return request }
    var request = request
    request.headers.update(name: "Range", value: "bytes=\(count)-")
    request.headers.update(name: "If-Range", value: validator)
    // Ranges count encoded bytes, and the bytes on disk are not encoded.
    request.headers.update(name: "Accept-Encoding", value: "identity")
    return request
  }

  /// Returns the meaning of the head of the response, from this URL, to the request for the rest.
  func verdict(on head: ResponseHead, from url: URL) -> Verdict {
    switch head.status {
    case 206: isSource(url) && rest(in: head) != nil ? .rest : .restart
    case 416: .restart
    default: head.isPartWithStatus200 ? .restart : .whole
    }
  }

  /// Starts from the beginning, because the body of this response is the complete representation.
  ///
  /// The request is the one before adapters and redirects changed it; the URL is that of the response.
  mutating func restart(_ head: ResponseHead, of request: TransportRequest, from url: URL) {
    self = DownloadPart()
    guard !head.headers.isEncoded else { return }
    if Self.isWhole(request), head.status == 200 {
      validator = Self.strongValidator(of: head)
      modified = Self.field("Last-Modified", of: head)
      source = Self.source(at: url)
      type = Self.field("Content-Type", of: head)
      disposition = Self.field("Content-Disposition", of: head)
    }
    if request.method != .head { total = head.headers.announcedLength ?? Self.range(of: head)?.count }
  }

  /// Updates the total length before the body of this response, the rest of the representation, is appended.
  mutating func resume(_ head: ResponseHead) {
    if let range = rest(in: head) { total = range.last + 1 }
    type = Self.field("Content-Type", of: head)
    disposition = Self.field("Content-Disposition", of: head)
  }

  /// Returns the head of the rest with the fields that name and describe the representation.
  ///
  /// A response to `If-Range` should not repeat them (section 15.3.7).
  func completing(_ head: ResponseHead) -> ResponseHead {
    var head = head
    if let type { head.headers.setDefault(name: "Content-Type", value: type) }
    if let disposition { head.headers.setDefault(name: "Content-Disposition", value: disposition) }
    return head
  }

  /// Whether the download is shorter or longer than announced.
  var isOfWrongLength: Bool { total.map { $0 != count } ?? false }

  /// Whether more bytes arrived than announced.
  var isTooLong: Bool { total.map { $0 < count } ?? false }

  private static func isWhole(_ request: TransportRequest) -> Bool {
    request.method == .get && !request.headers.contains("Range")
  }

  /// Returns the range of a head whose body is proven to be the rest of this part, or nil.
  private func rest(in head: ResponseHead) -> StoredRange? {
    guard !head.headers.isEncoded, !Self.hasSeveralRanges(head), isSameVersion(head),
      let range = Self.range(of: head), range.first == count, let whole = total ?? range.total,
      range.total ?? whole == whole, range.last == whole - 1
    else { return nil }
    guard head.headers.contains("Content-Length") else { return range }
    return head.headers.announcedLength == range.count ? range : nil
  }

  /// Returns whether the response comes from the resource that the bytes on disk were received from.
  ///
  /// A redirect may lead elsewhere than before. Validators say nothing about representations of different resources
  /// (section 8.8.1).
  private func isSource(_ url: URL) -> Bool { source == nil || source == Self.source(at: url) }

  /// Returns the name of the resource at a URL: a digest of its origin and path, because a path may contain secrets.
  ///
  /// The query does not count, because that of a redirect is often a signature that differs each time. That of the
  /// request counts (``SavedPart``).
  private static func source(at url: URL) -> String {
    SHA256.hexadecimal(SHA256.digest((url.originText + url.path(percentEncoded: true)).utf8))
  }

  /// Returns whether the head belongs to the same representation as the bytes on disk.
  ///
  /// Parts may be combined only with the same strong validator (section 15.3.7.3).
  ///
  /// If any validator contradicts the others, the result is false.
  private func isSameVersion(_ head: ResponseHead) -> Bool {
    guard let validator else { return false }
    let modified = Self.field("Last-Modified", of: head)
    // A date is used only without an entity tag. If there is one now, the representation is another one.
    guard validator.starts(withCodePointsOf: "\"") else {
      return validator.hasCodePoints(of: modified) && !head.headers.contains("ETag")
    }
    guard Self.field("ETag", of: head)?.hasCodePoints(of: validator) == true else { return false }
    guard let modified, let saved = self.modified else { return true }
    return saved.hasCodePoints(of: modified)
  }

  /// Returns a validator that guarantees identical bytes (section 8.8.1), if there is one.
  ///
  /// A date does not count if there is an entity tag, even a weak one (section 13.1.5).
  static func strongValidator(of head: ResponseHead) -> String? {
    if head.headers.contains("ETag") { return field("ETag", of: head).flatMap { isStrong($0) ? $0 : nil } }
    // A date is strong if it is older than the response by enough that two versions cannot share it (section
    // 8.8.2.2). A two-digit year is the one closest to the other date (section 5.6.7).
    guard let modified = field("Last-Modified", of: head), let date = field("Date", of: head),
      let origin = HTTPDate.parse(modified, now: Date(timeIntervalSince1970: 0)),
      let now = HTTPDate.parse(date, now: origin), let then = HTTPDate.parse(modified, now: now),
      now.timeIntervalSince(then) >= 1
    else { return nil }
    return modified
  }

  /// Returns whether the text can be sent in `If-Range`: a strong entity tag or a date (RFC 9110 section 13.1.5).
  static func isValidator(_ text: String) -> Bool {
    let isField = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    return isStrong(text) || isField && HTTPDate.parse(text, now: Date(timeIntervalSince1970: 0)) != nil
  }

  /// Returns whether the tag is a strong entity tag (section 8.8.3): quoted, without quotes, spaces and control
  /// characters inside.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return false
    }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") }
  }

  /// Returns the value of a field that may occur only once, or nil if it occurs more often.
  private static func field(_ name: String, of head: ResponseHead) -> String? {
    let values = head.headers.values(for: name)
    return values.count == 1 ? values[0] : nil
  }

  private static func range(of head: ResponseHead) -> StoredRange? {
    head.headers["Content-Range"].flatMap(StoredRange.init(contentRange:))
  }

  private static func hasSeveralRanges(_ head: ResponseHead) -> Bool {
    head.headers.firstValue(for: "Content-Type")
      .map { HeaderSyntax.folded($0).hasPrefix("multipart/byteranges") } ?? false
  }
}
