import Foundation

/// The encoding of a text in UTF-16 or UTF-32, in which ASCII characters have more than one byte, so that a search by
/// bytes finds no names.
struct WideText {
  /// The encoding with its byte order.
  private let encoding: String.Encoding
  /// The byte order mark, which is not part of the text; empty without one.
  private let mark: Data

  private init(_ encoding: String.Encoding, of body: Data) {
    self.encoding = encoding
    let mark = Self.mark(of: encoding)
    self.mark = body.starts(with: mark) ? mark : Data()
  }

  /// Returns the encodings that a body may have, the most likely one first; none if it is in another charset.
  ///
  /// The body may be labelled wrongly: a byte order mark decides, then the zeros of its first two characters (RFC 4627
  /// section 3), then the label. `FF FE 00 00` is the mark of UTF-32, because a text in UTF-16 does not begin with NUL.
  /// A text whose first characters are not ASCII has any of the encodings. A text without zeros has no ASCII characters
  /// in UTF-16 or UTF-32, and so no names and delimiters that a search could find.
  static func candidates(_ body: Data, contentType: String?) -> [WideText] {
    encodings(of: body, contentType: contentType).map { WideText($0, of: body) }
  }

  /// UTF-32 is before UTF-16, because its marks begin like those of UTF-16, and most text in UTF-16 is invalid in it.
  private static let all: [String.Encoding] = [
    .utf32BigEndian, .utf32LittleEndian, .utf16BigEndian, .utf16LittleEndian,
  ]

  private static func encodings(of body: Data, contentType: String?) -> [String.Encoding] {
    if body.starts(with: [0xef, 0xbb, 0xbf]) { return [] }
    let marked = all.filter { body.starts(with: mark(of: $0)) }
    guard marked.isEmpty else { return marked }
    switch body.prefix(4).map({ $0 == 0 }) {
    case [true, true, true, false]: return [.utf32BigEndian]
    case [false, true, true, true]: return [.utf32LittleEndian]
    case [true, false, true, false]: return [.utf16BigEndian]
    case [false, true, false, true]: return [.utf16LittleEndian]
    case let zeros:
      let label = Charset.name(in: contentType).flatMap { Charset(named: $0) }
      let isLabelled = label?.isWide ?? false
      return isLabelled && body.contains(0) || zeros.contains(true) ? all : []
    }
  }

  private static func mark(of encoding: String.Encoding) -> Data {
    "\u{feff}".data(using: encoding) ?? Data()
  }

  private var width: Int { [.utf32BigEndian, .utf32LittleEndian].contains(encoding) ? 4 : 2 }

  /// Returns the text of the body, which may end within a character; nil if it is invalid.
  func text(of body: Data) -> String? {
    let units = body.dropFirst(mark.count)
    let whole = units.dropLast(units.count % width)
    return [0, width].lazy.compactMap { String(data: Data(whole.dropLast($0)), encoding: encoding) }.first
  }

  /// Returns the text as a body, with the byte order mark of the original.
  func body(of text: String) -> Data? { Charset(encoding).data(of: text).map { mark + $0 } }
}
