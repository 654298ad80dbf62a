import Foundation

/// The encoding of a text in UTF-16 or UTF-32, in which ASCII characters have more than one byte, so that a search by
/// bytes finds no names.
struct WideText {
  /// The encoding with its byte order.
  private let encoding: String.Encoding
  /// The byte order mark, which is not part of the text; empty without one.
  private let mark: Data

  /// Returns nil for a body in another charset.
  ///
  /// A byte order mark takes precedence over the label, as in ``StringSerializer``. A text with neither is recognized by
  /// the zeros of its first two characters (RFC 4627 section 3).
  init?(_ body: Data, contentType: String?) {
    let label = Charset.name(in: contentType).flatMap { Charset(named: $0) }
    let named = Charset.marked(by: body, label: label) ?? label
    guard let encoding = Self.encoding(named: named?.encoding, of: body) else { return nil }
    self.encoding = encoding
    let mark = Self.mark(of: encoding)
    self.mark = body.starts(with: mark) ? mark : Data()
  }

  /// Returns the encoding with its byte order, which is big-endian if nothing specifies one (RFC 2781 section 4.3).
  private static func encoding(named name: String.Encoding?, of body: Data) -> String.Encoding? {
    switch name {
    case .utf16: .utf16BigEndian
    case .utf16BigEndian, .utf16LittleEndian: name
    case .utf32, .utf32BigEndian, .utf32LittleEndian:
      [.utf32BigEndian, .utf32LittleEndian].first { body.starts(with: mark(of: $0)) }
        ?? (name == .utf32LittleEndian ? name : .utf32BigEndian)
    default: encoding(byZerosOf: body)
    }
  }

  private static func encoding(byZerosOf body: Data) -> String.Encoding? {
    switch body.prefix(4).map({ $0 == 0 }) {
    case [true, false, true, false]: .utf16BigEndian
    case [false, true, false, true]: .utf16LittleEndian
    default: nil
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
  func body(of text: String) -> Data? { text.data(using: encoding).map { mark + $0 } }
}
