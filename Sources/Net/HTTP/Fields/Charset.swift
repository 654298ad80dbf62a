public import Foundation

/// A charset for decoding received text (RFC 9110 section 8.3.2).
///
/// Names are those of the WHATWG Encoding Standard and of IANA. Supported charsets are those that Foundation decodes as
/// the standard specifies, verified for every byte, and EUC-JP, which is converted to Shift_JIS first. For any other
/// charset the initializer returns nil: nothing is guessed.
package struct Charset: Sendable, Equatable {
  /// How a charset is decoded, if Foundation alone is not enough.
  enum Kind: Sendable, Hashable {
    case utf8, ascii, plain
    /// Foundation exchanges three control characters (``ExchangedControls``).
    case dos
    /// Foundation decodes the byte FF, which is invalid, as a private-use character.
    case doubleByte
    /// Like `doubleByte`; in addition, characters missing from the table become private-use characters.
    case big5
    case eucJP
    /// Foundation converts only short texts (``CharsetPieces``).
    case gb18030, iso2022JP
    /// Units of this many bytes.
    case wide(Int)
  }

  /// Foundation's encoding.
  package let encoding: String.Encoding
  private let kind: Kind

  /// Whether it is UTF-16 or UTF-32.
  var isWide: Bool { if case .wide = kind { true } else { false } }

  /// Creates the charset with this name, ignoring case.
  ///
  /// Returns nil if the name is unknown.
  package init?(named name: String) {
    // No name contains a single quote, but some servers write `charset='utf-8'`.
    let name = HeaderSyntax.folded(HeaderSyntax.trimmed(name)).trimmingPrefix("'")
    guard let encoding = CharsetNames.encodings[String(name.last == "'" ? name.dropLast() : name)] else {
      return nil
    }
    self.init(encoding)
  }

  /// Creates the charset of a Foundation encoding.
  package init(_ encoding: String.Encoding) {
    // On Linux `.macOSRoman` has its own raw value, which decodes as Latin-1.
    self.encoding = encoding == .macOSRoman ? .macRoman : encoding
    kind =
      switch self.encoding {
      case .utf8: .utf8
      case .ascii: .ascii
      case .utf16, .utf16BigEndian, .utf16LittleEndian: .wide(2)
      case .utf32, .utf32BigEndian, .utf32LittleEndian: .wide(4)
      case .japaneseEUC: .eucJP
      case .gb18030: .gb18030
      case .iso2022JP: .iso2022JP
      case .windowsShiftJIS, .dos850, .dosRussian: .dos
      case .windowsSimplifiedChinese, .windowsKorean: .doubleByte
      case .big5: .big5
      default: .plain
      }
  }

  /// Returns the text without a byte order mark, or nil if the bytes are invalid in this charset.
  package func text(of data: Data) -> String? {
    guard !data.isEmpty else { return "" }
    switch kind {
    // UTF-8 is a superset of ASCII, and much text labelled ASCII is UTF-8.
    case .utf8, .ascii:
      return String(
        validating: data.starts(with: [0xef, 0xbb, 0xbf]) ? data.dropFirst(3) : data, as: UTF8.self)
    case .plain: return String(data: data, encoding: encoding)
    case .dos: return String(data: data, encoding: encoding).flatMap { ExchangedControls.text($0, of: data) }
    case .doubleByte: return data.contains(0xff) ? nil : String(data: data, encoding: encoding)
    case .big5:
      guard !data.contains(0xff), let text = String(data: data, encoding: encoding) else { return nil }
      return text.unicodeScalars.contains { 0xe000...0xf8ff ~= $0.value } ? nil : text
    case .gb18030: return text(of: CharsetPieces.gb18030(data))
    case .iso2022JP: return text(of: CharsetPieces.iso2022JP(data))
    case .eucJP:
      return Self.shiftJIS(ofEUC: data).flatMap { Charset(.windowsShiftJIS).text(of: $0) }
    case .wide:
      guard let text = markedText(of: data) else { return nil }
      return text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
    }
  }

  private func text(of pieces: [Data]) -> String? {
    var text = String.UnicodeScalarView()
    for piece in pieces {
      guard let part = String(data: piece, encoding: encoding) else { return nil }
      text.append(contentsOf: part.unicodeScalars)
    }
    return String(text)
  }

  /// Returns the text with its byte order mark, or nil unless ``data(of:)`` returns the same bytes for it.
  package func reversibleText(of data: Data) -> String? {
    guard let text = markedText(of: data), self.data(of: text) == data else { return nil }
    return text
  }

  /// Returns the text in this charset, or nil if its bytes would not decode to the same code points.
  package func data(of text: String) -> Data? {
    switch kind {
    case .utf8, .ascii: return Data(text.utf8)
    // Foundation would write a byte order mark.
    case .wide: return text.isEmpty ? Data() : text.data(using: encoding)
    case .plain, .dos, .doubleByte, .big5, .eucJP, .gb18030, .iso2022JP:
      let ignorables = Set(
        text.unicodeScalars.lazy.filter { !$0.isASCII && $0.properties.isDefaultIgnorableCodePoint })
      // Between two letters Foundation only loses them.
      guard ignorables.allSatisfy({ foundationData(of: "a\($0)b") != nil }) else { return nil }
      return foundationData(of: text)
    }
  }

  /// Returns the text as Foundation encodes it, or nil if its bytes would not decode to the same code points.
  ///
  /// Foundation loses the default ignorable characters that a charset lacks, such as U+FEFF; if the text ends with one,
  /// it traps or never returns.
  private func foundationData(of text: String) -> Data? {
    guard let data = encoded(text), let decoded = self.text(of: data),
      decoded.unicodeScalars.elementsEqual(text.unicodeScalars)
    else { return nil }
    return data
  }

  private func encoded(_ text: String) -> Data? {
    switch kind {
    case .gb18030, .iso2022JP:
      var data = Data()
      for piece in CharsetPieces.text(text) {
        guard let part = piece.data(using: encoding) else { return nil }
        // Only there a byte of escape is no character.
        if kind == .iso2022JP { CharsetPieces.join(part, to: &data) } else { data.append(part) }
      }
      return data
    case .dos: return text.data(using: encoding).flatMap { ExchangedControls.data($0, of: text) }
    default: return text.data(using: encoding)
    }
  }

  private func markedText(of data: Data) -> String? {
    switch kind {
    case .utf8, .ascii: String(validating: data, as: UTF8.self)
    case .wide(let width): data.count.isMultiple(of: width) ? String(data: data, encoding: encoding) : nil
    case .plain, .dos, .doubleByte, .big5, .eucJP, .gb18030, .iso2022JP: text(of: data)
    }
  }

  /// Returns the same characters in Shift_JIS, which is also based on JIS X 0208, or nil if one has no equivalent
  /// there, as those of JIS X 0212.
  private static func shiftJIS(ofEUC data: Data) -> Data? {
    var result = Data(capacity: data.count)
    var rest = data[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0..<0x80: result.append(byte)
      case 0x8e:
        guard let kana = rest.popFirst(), 0xa1...0xdf ~= kana else { return nil }
        result.append(kana)
      case 0xa1...0xfe:
        guard let second = rest.popFirst(), 0xa1...0xfe ~= second else { return nil }
        let (row, cell) = (byte - 0xa1, second - 0xa1)
        result.append((row / 2) + (row < 62 ? 0x81 : 0xc1))
        // Shift_JIS skips the byte 7F.
        result.append(row.isMultiple(of: 2) ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9f)
      default: return nil
      }
    }
    return result
  }
}

extension Charset {
  /// The byte order marks that take precedence over the label of a text (Encoding Standard section 6).
  private static let marks: [(bytes: [UInt8], encoding: String.Encoding)] = [
    ([0xef, 0xbb, 0xbf], .utf8), ([0xfe, 0xff], .utf16BigEndian), ([0xff, 0xfe], .utf16LittleEndian),
  ]

  /// Returns the charset that a byte order mark at the start of a text specifies, or nil without one.
  ///
  /// In text labelled UTF-32, whose marks begin like those of UTF-16, none is one of another charset.
  static func marked(by start: Data, label: Charset?) -> Charset? {
    if case .wide(4)? = label?.kind { return nil }
    return marks.first { start.starts(with: $0.bytes) }.map { Charset($0.encoding) }
  }

  /// Returns whether more bytes can make this a byte order mark.
  static func mayBecomeMark(_ start: Data) -> Bool {
    marks.contains { $0.bytes.count > start.count && $0.bytes.starts(with: start) }
  }

  /// Returns the `charset` parameter of a `Content-Type`, or nil if it has none.
  package static func name(in type: String?) -> String? {
    guard let type else { return nil }
    let name = HeaderSyntax.split(type, at: ";").dropFirst().lazy.map(HeaderSyntax.parameter)
      .first { $0.name == "charset" }?.value
    return name.flatMap { HeaderSyntax.trimmed($0).isEmpty ? nil : $0 }
  }

  /// Returns the charset that a `Content-Type` names, or nil if it names none.
  ///
  /// - Throws: ``TextDecodingError`` if the charset is unknown.
  static func named(by contentType: String?) throws(TextDecodingError) -> Charset? {
    guard let name = name(in: contentType) else { return nil }
    guard let charset = Charset(named: name) else {
      throw TextDecodingError(charset: name, reason: .unknownCharset)
    }
    return charset
  }
}

/// An error thrown when text cannot be decoded with the charset that the response names.
///
/// ```swift
/// if let cause = error.underlyingError as? TextDecodingError { print("charset \(cause.charset)") }
/// ```
///
/// The bytes are in ``NetworkError/data``. Use `string(encoding:)` to decode them with another encoding.
public struct TextDecodingError: Error, Sendable, Hashable {
  /// The reason why text cannot be decoded.
  public enum Reason: Sendable, Hashable {
    /// The charset is not supported.
    case unknownCharset
    /// The bytes are invalid in the charset.
    case invalidBytes
  }

  /// The name of the charset as it appears in the response.
  public var charset: String
  /// The reason for the failure.
  public var reason: Reason
  /// The bytes that could not be decoded.
  ///
  /// For a streamed response, those of one line.
  public var bytes: Data

  /// Creates an error.
  public init(charset: String, reason: Reason, bytes: Data = Data()) {
    self.charset = charset
    self.reason = reason
    self.bytes = bytes
  }
}

extension TextDecodingError: CustomReflectable {
  /// The charset, the reason and the number of bytes, which may be secret.
  public var customMirror: Mirror {
    Mirror(redacted: self, ["charset": charset, "reason": reason, "bytes": bytes.count.counted("byte")])
  }
}

extension TextDecodingError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch reason {
    case .unknownCharset: "the charset \(charset.debugDescription) is not supported"
    case .invalidBytes: "the bytes are not text in the charset \(charset.debugDescription)"
    }
  }
}

extension TextDecodingError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
