public import Foundation

/// Gives the body as text: by the charset of the response, else as UTF-8, else as ISO-8859-1, which fits always.
///
/// ```swift
/// network.get(url).response(responseSerializer: .string) { response in print(response.value ?? "") }
/// ```
///
/// A charset that is not known, or does not fit the body, is passed over. A byte order mark of UTF-8 is not part
/// of the text. An empty body is empty text.
public struct StringSerializer: ResponseSerializer {
  private let encoding: String.Encoding?

  /// Makes a serializer; an encoding goes before the charset of the response.
  public init(encoding: String.Encoding? = nil) { self.encoding = encoding }

  /// The text of the body.
  public func serialize(_ response: ReceivedResponse) throws -> String {
    var data = response.data
    let named = encoding ?? Self.encoding(of: response.head)
    if let named, named != .utf8, let text = String(data: data, encoding: named) { return text }
    if data.starts(with: [0xef, 0xbb, 0xbf]) { data = data.dropFirst(3) }
    return String(validating: data, as: UTF8.self)
      ?? String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
  }

  /// The encoding of the charset that a response names, where it is known.
  static func encoding(of head: ResponseHead) -> String.Encoding? {
    guard let type = head.headers.firstValue(for: "Content-Type") else { return nil }
    let charset = HeaderSyntax.split(type, at: ";").dropFirst().lazy.map(HeaderSyntax.parameter)
      .first { $0.name == "charset" }?.value
    return charset.flatMap(encoding(named:))
  }

  /// The encoding of a charset (RFC 9110 section 8.3.2), where it is known.
  package static func encoding(named name: String) -> String.Encoding? {
    switch HeaderSyntax.folded(name) {
    case "utf-8", "utf8": .utf8
    case "us-ascii", "ascii": .ascii
    case "iso-8859-1", "iso_8859-1", "latin1", "l1": .isoLatin1
    case "iso-8859-2", "iso_8859-2", "latin2", "l2": .isoLatin2
    case "windows-1250", "cp1250": .windowsCP1250
    case "windows-1251", "cp1251": .windowsCP1251
    case "windows-1252", "cp1252": .windowsCP1252
    case "windows-1253", "cp1253": .windowsCP1253
    case "windows-1254", "cp1254": .windowsCP1254
    case "utf-16": .utf16
    case "utf-16be": .utf16BigEndian
    case "utf-16le": .utf16LittleEndian
    case "utf-32": .utf32
    case "utf-32be": .utf32BigEndian
    case "utf-32le": .utf32LittleEndian
    case "shift_jis", "shift-jis", "sjis": .shiftJIS
    case "euc-jp": .japaneseEUC
    case "iso-2022-jp": .iso2022JP
    case "macintosh": .macOSRoman
    default: nil
    }
  }
}

extension ResponseSerializer where Self == StringSerializer {
  /// The body as text.
  public static var string: StringSerializer { StringSerializer() }

  /// The body as text in an encoding, whatever charset the response names.
  public static func string(encoding: String.Encoding) -> StringSerializer {
    StringSerializer(encoding: encoding)
  }
}
