import Foundation

/// The file names in a `Content-Disposition` field (RFC 6266).
struct ContentDisposition: Sendable, Equatable {
  /// The name in `filename*`: charset, language and percent-encoded text (RFC 8187 section 3.2).
  var extendedFileName: String?
  /// The name in `filename`, unchanged.
  var plainFileName: String?

  /// The names in the field, the preferred one first (RFC 6266 section 4.3).
  var fileNames: [String] { [extendedFileName, plainFileName].compactMap { $0 } }

  /// Parses the value of the field.
  ///
  /// Malformed parts are ignored. If a parameter is repeated, the first one is used.
  init(_ value: String) {
    for part in HeaderSyntax.split(value, at: ";") {
      let (name, value) = HeaderSyntax.parameter(part)
      switch name {
      case "filename*": extendedFileName = extendedFileName ?? Self.decoded(value)
      case "filename": plainFileName = plainFileName ?? value
      default: break
      }
    }
  }

  /// Decodes an extended value such as `UTF-8''na%C3%AFve.txt`.
  ///
  /// Returns nil if it is malformed.
  static func decoded(_ value: String) -> String? {
    let (charset, rest) = value.cut(at: "'")
    guard let text = rest?.cut(at: "'").tail, text.utf8.allSatisfy({ $0 < 0x80 }),
      let bytes = URLBytes.unescaped(String(text))
    else { return nil }
    switch HeaderSyntax.folded(charset) {
    // Not a registered name, but what many servers send.
    case "utf-8", "utf8": return String(validating: bytes, as: UTF8.self)
    // The other charset that RFC 5987, the predecessor, required every receiver to support.
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }
}
