/// A text with a line break, searched for in another one.
///
/// A carriage return and line feed are one `Character`, so that for Swift no text with it contains a line feed. A test
/// that expects no line feed in a header field must fail for it.
struct TextParts {
  private let parts: [Character]

  /// Returns nil without a line break, because then Swift finds the text.
  init?(_ text: String) {
    guard text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return nil }
    parts = Self.parts(of: text)
  }

  static func isFound(_ part: String, in text: String) -> Bool {
    text.contains(part) || TextParts(part).map { Self.parts(of: text).contains($0.parts) } ?? false
  }

  func begins(_ text: String) -> Bool { Self.parts(of: text).starts(with: parts) }

  func ends(_ text: String) -> Bool { Self.parts(of: text).suffix(parts.count).elementsEqual(parts) }

  private static func parts(of text: String) -> [Character] {
    text.flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }
  }
}
