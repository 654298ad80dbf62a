/// The expanded text of a template, with the variable that each part comes from.
struct ExpandedTemplate {
  private var bytes: [UInt8] = []
  private var spans: [Span] = []

  private struct Span {
    var range: Range<Int>
    var variable: String
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends literal text of the template.
  mutating func append(_ literal: String) { bytes += literal.utf8 }

  /// Appends the expansion of a variable, including its separator.
  mutating func append(_ text: String, of variable: String) {
    let start = bytes.count
    bytes += text.utf8
    spans.append(Span(range: start..<bytes.count, variable: variable))
  }

  /// The first variable that turns a whole path segment into `.` or `..`, escaped or not, and that segment.
  ///
  /// Resolving the URL removes such a segment (RFC 3986 section 5.2.4); `..` removes the one before it, too. Dot
  /// segments that the template contains literally are intended.
  var dotSegment: (variable: String, segment: String)? {
    guard !spans.isEmpty else { return nil }
    // Both the segments and the spans are in the order of the text.
    var rest = spans[...]
    for segment in bytes[path].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    where Self.isDots(segment) {
      rest = rest.drop { $0.range.upperBound < segment.startIndex }
      if let variable = Self.variable(in: segment.startIndex..<segment.endIndex, of: rest) {
        return (variable, String(decoding: segment, as: UTF8.self))
      }
    }
    return nil
  }

  /// Whether the text is a reference with a host and without a scheme (RFC 3986 section 4.2).
  var beginsWithAuthority: Bool { bytes.starts(with: "//".utf8) }

  /// Whether that host is part of the value of a single variable.
  var beginsWithAuthorityOfOneVariable: Bool {
    beginsWithAuthority && spans.contains { $0.range.lowerBound == 0 && $0.range.upperBound >= 2 }
  }

  /// The first variable with a place in the text.
  var firstVariable: String? { spans.first?.variable }

  /// The range of the path (RFC 3986 appendix B).
  private var path: Range<Int> {
    var start = 0
    if let end = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }), bytes[end] == UInt8(ascii: ":") {
      start = end + 1
    }
    if bytes[start...].starts(with: "//".utf8) {
      start += 2
      start = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    }
    return start..<(bytes[start...].firstIndex { "?#".utf8.contains($0) } ?? bytes.count)
  }

  private static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    // The longest form is `%2e%2e`.
    guard (1...6).contains(segment.count) else { return false }
    let text = String(decoding: segment, as: UTF8.self).lowercased().replacing("%2e", with: ".")
    return text == "." || text == ".."
  }

  /// Returns the first variable with text in the segment, or else the first with empty text at a position in it.
  private static func variable(in segment: Range<Int>, of spans: ArraySlice<Span>) -> String? {
    let spans = spans.prefix { $0.range.lowerBound <= segment.upperBound }
    let inside = spans.first { $0.range.overlaps(segment) }
    let empty = spans.first { $0.range.isEmpty && $0.range.lowerBound >= segment.lowerBound }
    return (inside ?? empty)?.variable
  }
}
