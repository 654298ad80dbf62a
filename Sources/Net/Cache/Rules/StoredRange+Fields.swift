extension StoredRange {
  /// Parses `Content-Range: bytes first-last/total` (RFC 9110 section 14.4).
  ///
  /// The total may be `*`. Returns nil for everything else, and for a range that is not in its total.
  init?(contentRange text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, HeaderSyntax.folded(parts[0]) == "bytes" else { return nil }
    let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let bounds = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = HeaderSyntax.digits(String(bounds[0])),
      let last = HeaderSyntax.digits(String(bounds[1])), first <= last, last < .max
    else { return nil }
    guard sides[1] != "*" else {
      self.init(first: first, last: last, total: nil)
      return
    }
    guard let total = HeaderSyntax.digits(String(sides[1])), last < total else { return nil }
    self.init(first: first, last: last, total: total)
  }

  /// Returns the length of the whole representation that `Content-Range` says, including that of a 416: `bytes */10`.
  static func total(contentRange text: String) -> Int64? {
    if let range = StoredRange(contentRange: text) { return range.total }
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, HeaderSyntax.folded(parts[0]) == "bytes", parts[1].utf8.starts(with: "*/".utf8)
    else { return nil }
    return HeaderSyntax.digits(String(parts[1].utf8.dropFirst(2)) ?? "")
  }

  /// The value of `Content-Range`.
  var contentRange: String { "bytes \(first)-\(last)/\(total.map(String.init) ?? "*")" }
}

extension ResponseHead {
  /// Whether a 200 to a request with `Range` says in `Content-Range` that its body is a part.
  ///
  /// The field has no meaning there (RFC 9110 section 14.4). Servers that forget the status 206 send it.
  var isPartWithStatus200: Bool {
    guard status == 200, let range = headers["Content-Range"].flatMap(StoredRange.init(contentRange:)) else {
      return false
    }
    return range.first > 0 || range.last + 1 != range.total
  }
}
