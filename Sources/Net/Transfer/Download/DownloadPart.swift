import Foundation

/// What is there of a download, and what it takes to get the rest (RFC 9110 sections 13.1.5 and 14), as a pure value.
struct DownloadPart: Sendable, Hashable {
  /// How many bytes are there, from the beginning.
  var count: Int64 = 0
  /// The strong validator of the representation that they are of.
  var validator: String?
  /// How many bytes there are in all.
  var total: Int64?

  /// What becomes of what is there when a head arrives.
  enum Verdict: Sendable, Hashable {
    /// The body is the whole: it takes the place of what is there.
    case anew
    /// The body is the rest.
    case rest
    /// The answer is of no use: the whole is to be asked for.
    case restart
  }

  /// Whether the request, which asks for the whole, is one that can be asked for the rest.
  func canResume(_ request: TransportRequest) -> Bool {
    count > 0 && validator != nil && Self.isWhole(request)
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

  /// What the head of the answer to the request for the rest means.
  func verdict(on head: ResponseHead) -> Verdict {
    switch head.status {
    case 206: isRest(head) ? .rest : .restart
    case 416: .restart
    default: .anew
    }
  }

  /// The body that this head begins takes the place of what is there.
  mutating func beginAnew(_ head: ResponseHead, of request: TransportRequest) {
    self = DownloadPart()
    guard !Self.isEncoded(head) else { return }
    if Self.isWhole(request), head.status == 200 { validator = Self.strongValidator(of: head) }
    if request.method != .head { total = Self.length(of: head) }
  }

  /// Whether the download is shorter or longer than its head said.
  var isOfWrongLength: Bool { total.map { $0 != count } ?? false }

  private static func isWhole(_ request: TransportRequest) -> Bool {
    request.method == .get && !request.headers.contains("Range")
  }

  private func isRest(_ head: ResponseHead) -> Bool {
    guard !Self.isEncoded(head), let range = ContentRange(head), range.first == count else { return false }
    if let total, let complete = range.complete, total != complete { return false }
    if let complete = range.complete, range.last != complete - 1 { return false }
    guard let tag = head.headers["ETag"], let validator, validator.hasPrefix("\"") else { return true }
    return tag == validator
  }

  /// A validator that says that each byte is the same (section 8.8.1), if there is one.
  static func strongValidator(of head: ResponseHead) -> String? {
    if let tag = head.headers["ETag"] {
      return tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag : nil
    }
    // A date is strong when it is so much older than the answer that no change can share it (section 8.8.2.2).
    let epoch = Date(timeIntervalSince1970: 0)
    guard let modified = head.headers["Last-Modified"], let date = head.headers["Date"],
      let then = HTTPDate.parse(modified, now: epoch), let now = HTTPDate.parse(date, now: epoch),
      now.timeIntervalSince(then) >= 1
    else { return nil }
    return modified
  }

  private static func isEncoded(_ head: ResponseHead) -> Bool {
    head.headers["Content-Encoding"].map { HeaderSyntax.folded($0) != "identity" } ?? false
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

  /// Reads the header; nil when there is none, or when it makes no sense.
  init?(_ head: ResponseHead) {
    guard let text = head.headers["Content-Range"] else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, HeaderSyntax.folded(words[0]) == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = HeaderSyntax.digits(String(ends[0])),
      let last = HeaderSyntax.digits(String(ends[1])), first <= last
    else { return nil }
    (self.first, self.last) = (first, last)
    guard parts[1] != "*" else { return }
    guard let complete = HeaderSyntax.digits(String(parts[1])), last < complete else { return nil }
    self.complete = complete
  }
}
