import Foundation

/// The encoding of a text in UTF-16 or UTF-32, in which ASCII characters have more than one byte, so that a search by
/// bytes finds no names.
struct WideText {
  /// The encoding with its byte order.
  private let encoding: String.Encoding
  private let width: Int
  /// The byte order mark, which is not part of the text.
  private let mark: [UInt8]

  /// Returns nil for a body in another charset.
  ///
  /// A byte order mark takes precedence over the label, as in ``StringSerializer``. A text with neither is recognized by
  /// the zeros of its first two characters (RFC 4627 section 3).
  init?(_ body: Data, contentType: String?) {
    let label = Charset.name(in: contentType).flatMap { Charset(named: $0) }?.encoding
    let isUTF32 = [.utf32, .utf32BigEndian, .utf32LittleEndian].contains(label)
    let marks = Self.marks.filter { ($0.mark.count == 4) == isUTF32 }
    if let found = marks.first(where: { body.starts(with: $0.mark) }) {
      (encoding, mark) = (found.encoding, found.mark)
    } else {
      guard let found = Self.encoding(named: label) ?? Self.encoding(of: body) else { return nil }
      (encoding, mark) = (found, [])
    }
    width = isUTF32 ? 4 : 2
  }

  private static let marks: [(mark: [UInt8], encoding: String.Encoding)] = [
    ([0xfe, 0xff], .utf16BigEndian), ([0xff, 0xfe], .utf16LittleEndian),
    ([0, 0, 0xfe, 0xff], .utf32BigEndian), ([0xff, 0xfe, 0, 0], .utf32LittleEndian),
  ]

  /// Returns the encoding of a label; big-endian if it names no byte order (RFC 2781 section 4.3).
  private static func encoding(named label: String.Encoding?) -> String.Encoding? {
    switch label {
    case .utf16, .utf16BigEndian: .utf16BigEndian
    case .utf32, .utf32BigEndian: .utf32BigEndian
    case .utf16LittleEndian, .utf32LittleEndian: label
    default: nil
    }
  }

  private static func encoding(of body: Data) -> String.Encoding? {
    switch body.prefix(4).map({ $0 == 0 }) {
    case [true, false, true, false]: .utf16BigEndian
    case [false, true, false, true]: .utf16LittleEndian
    default: nil
    }
  }

  /// Returns the text of the body, which may end within a character; nil if it is invalid.
  func text(of body: Data) -> String? {
    let units = body.dropFirst(mark.count)
    let whole = units.dropLast(units.count % width)
    return [0, width].lazy.compactMap { String(data: Data(whole.dropLast($0)), encoding: encoding) }.first
  }

  /// Returns the text as a body, with the byte order mark of the original.
  func body(of text: String) -> Data? { text.data(using: encoding).map { Data(mark) + $0 } }
}
