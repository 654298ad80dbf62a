import Foundation

/// What the `Content-Disposition` header of a response says of a file name (RFC 6266).
struct ContentDisposition: Sendable, Hashable {
  /// The name of `filename*`: charset, language and percent-encoded text (RFC 8187 section 3.2).
  var extendedFileName: String?
  /// The name of `filename`, as it stands there.
  var plainFileName: String?

  /// The names that are there, the better one first (RFC 6266 section 4.3).
  var fileNames: [String] { [extendedFileName, plainFileName].compactMap { $0 } }

  /// Reads the value of a field. What is malformed is passed over, and of a repeated parameter the first counts.
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

  /// The text of an extended value; nil where that is none. `UTF-8''na%C3%AFve.txt` is one.
  static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = percentDecoded(parts[2]) else { return nil }
    switch HeaderSyntax.folded(parts[0]) {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    // What RFC 5987, which came before, had as the second one that all understand.
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  private static func percentDecoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard byte < 0x80 else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

extension ResponseHead {
  /// The name under which the response would like its body to be kept, safe to be made a file of.
  ///
  /// ```swift
  /// let name = response.response?.suggestedFileName ?? "download"
  /// ```
  ///
  /// It is that of `Content-Disposition` (RFC 6266), `filename*` before `filename`, or else the last part of the URL. A
  /// service can say anything there, so it is cut down to a name and nothing more: what stands before a `/` or `\` is
  /// left out, and so are control characters, those that turn the direction of text, and dots and spaces at the beginning
  /// and the end. A name of more than 255 bytes is shortened before its extension. It has no path in it, and is neither
  /// hidden nor `..`. Nil where nothing is left.
  public var suggestedFileName: String? {
    let named = headers.firstValue(for: "Content-Disposition").map { ContentDisposition($0).fileNames }
    // Of the path as it is sent, for an encoded slash is part of its last component until it is looked at.
    let last = url?.path(percentEncoded: true).split(separator: "/").last.flatMap(\.removingPercentEncoding)
    return ((named ?? []) + [last].compactMap { $0 }).lazy.compactMap(FileName.safe).first
  }
}
