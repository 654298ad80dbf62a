import Foundation

/// The bytes of a download that are on disk, and what is needed to resume it (RFC 9110 sections 13.1.5, 14 and 15.3.7), as a
/// pure value.
struct DownloadPart: Sendable, Hashable {
  /// How many bytes there are, from the beginning.
  var count: Int64 = 0
  /// The strong validator of the representation that they are of: what `If-Range` names.
  var validator: String?
  /// The `Last-Modified` of that representation, which may be too young to be a validator.
  var modified: String?
  /// How many bytes the whole has.
  var total: Int64?

  /// What becomes of the part when a head arrives.
  enum Verdict: Sendable, Hashable {
    /// The body is the whole: it replaces the part.
    case whole
    /// The body is the rest.
    case rest
    /// The response cannot be used: the whole is requested.
    case restart
  }

  /// Whether the request, which asks for the whole, can be turned into one for the rest.
  func canResume(_ request: TransportRequest) -> Bool {
    count > 0 && validator != nil && Self.isWhole(request)
  }

  /// Gives up the last byte of a part that is whole, and all of one that is longer than that.
  ///
  /// A range behind the end is answered with a 416, which proves nothing about the bytes before it. The last byte comes with
  /// validators, so the part is known to be what the server has.
  mutating func leaveSomething() {
    guard let total, count >= total else { return }
    if count > total { self = DownloadPart() } else { count = max(0, total - 1) }
  }

  /// The request for the rest.
  func resuming(_ request: TransportRequest) -> TransportRequest {
    guard canResume(request), let validator else { return request }
    var request = request
    request.headers.update(name: "Range", value: "bytes=\(count)-")
    request.headers.update(name: "If-Range", value: validator)
    // Ranges are of the encoded bytes, and those that are there are not encoded.
    request.headers.update(name: "Accept-Encoding", value: "identity")
    return request
  }

  /// What the head of the response to the request for the rest means.
  func verdict(on head: ResponseHead) -> Verdict {
    switch head.status {
    case 206: rest(in: head) == nil ? .restart : .rest
    case 416: .restart
    default: .whole
    }
  }

  /// The body that this head begins replaces the part.
  mutating func beginAnew(_ head: ResponseHead, of request: TransportRequest) {
    self = DownloadPart()
    guard !Self.isEncoded(head) else { return }
    if Self.isWhole(request), head.status == 200 {
      validator = Self.strongValidator(of: head)
      modified = Self.field("Last-Modified", of: head)
    }
    if request.method != .head { total = Self.length(of: head) ?? ContentRange(head)?.count }
  }

  /// The body that this head begins is the rest.
  mutating func beginRest(_ head: ResponseHead) {
    if let range = rest(in: head) { total = range.last + 1 }
  }

  /// Whether the download is shorter or longer than its head said.
  var isOfWrongLength: Bool { total.map { $0 != count } ?? false }

  /// Whether more has come than there is.
  var isTooLong: Bool { total.map { $0 < count } ?? false }

  private static func isWhole(_ request: TransportRequest) -> Bool {
    request.method == .get && !request.headers.contains("Range")
  }

  /// The range of a head that begins the rest of what this is a part of; nil when it does not prove to be that.
  private func rest(in head: ResponseHead) -> ContentRange? {
    guard !Self.isEncoded(head), !Self.hasSeveralRanges(head), isSameVersion(head),
      let range = ContentRange(head), range.first == count, let whole = total ?? range.complete,
      range.complete ?? whole == whole, range.last == whole - 1
    else { return nil }
    guard let length = head.headers["Content-Length"] else { return range }
    return HeaderSyntax.digits(length) == range.count ? range : nil
  }

  /// Whether the head is of the same representation: parts may be combined under the same strong validator alone (section
  /// 15.3.7.3).
  ///
  /// One that contradicts the others is not believed, whatever else agrees.
  private func isSameVersion(_ head: ResponseHead) -> Bool {
    guard let validator else { return false }
    let modified = Self.field("Last-Modified", of: head)
    // A date was taken for want of an entity tag. Where there is one now, it is not that of the part.
    guard validator.hasPrefix("\"") else { return modified == validator && !head.headers.contains("ETag") }
    guard Self.field("ETag", of: head) == validator else { return false }
    return modified == nil || self.modified == nil || modified == self.modified
  }

  /// A validator that says that each byte is the same (section 8.8.1), if there is one.
  ///
  /// A date is none for one who has an entity tag, be it a weak one (section 13.1.5).
  static func strongValidator(of head: ResponseHead) -> String? {
    if head.headers.contains("ETag") { return field("ETag", of: head).flatMap { isStrong($0) ? $0 : nil } }
    // A date is strong when it is so much older than the response that no change can share it (section 8.8.2.2).
    let epoch = Date(timeIntervalSince1970: 0)
    guard let modified = field("Last-Modified", of: head), let date = field("Date", of: head),
      let then = HTTPDate.parse(modified, now: epoch), let now = HTTPDate.parse(date, now: epoch),
      now.timeIntervalSince(then) >= 1
    else { return nil }
    return modified
  }

  /// Whether it is a strong entity tag (section 8.8.3): quoted, and without quotes, spaces and control characters.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return false
    }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") }
  }

  /// The value of a field that may be there just once; nil when it is there more often.
  private static func field(_ name: String, of head: ResponseHead) -> String? {
    let values = head.headers.values(for: name)
    return values.count == 1 ? values[0] : nil
  }

  private static func isEncoded(_ head: ResponseHead) -> Bool {
    head.headers["Content-Encoding"].map { HeaderSyntax.folded($0) != "identity" } ?? false
  }

  private static func hasSeveralRanges(_ head: ResponseHead) -> Bool {
    head.headers.firstValue(for: "Content-Type")
      .map { HeaderSyntax.folded($0).hasPrefix("multipart/byteranges") } ?? false
  }

  private static func length(of head: ResponseHead) -> Int64? {
    head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits)
  }
}

/// A `Content-Range` of bytes (RFC 9110 section 14.4).
struct ContentRange: Sendable, Hashable {
  var first: Int64
  var last: Int64
  /// The length of the whole; nil where the server does not know it.
  var complete: Int64?

  /// How many bytes it has.
  var count: Int64 { last - first + 1 }

  /// Reads the header; nil when there is none, or when it makes no sense.
  init?(_ head: ResponseHead) {
    guard let text = head.headers["Content-Range"] else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, HeaderSyntax.folded(words[0]) == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = HeaderSyntax.digits(String(ends[0])),
      let last = HeaderSyntax.digits(String(ends[1])), first <= last, last < .max
    else { return nil }
    (self.first, self.last) = (first, last)
    guard parts[1] != "*" else { return }
    guard let complete = HeaderSyntax.digits(String(parts[1])), last < complete else { return nil }
    self.complete = complete
  }
}
