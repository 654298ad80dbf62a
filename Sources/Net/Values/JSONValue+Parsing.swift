public import Foundation

extension JSONValue {
  /// The maximum depth of nested arrays and objects, for parsing and for writing.
  public static let maximumDepth = 512

  /// Creates a value by parsing a JSON text in UTF-8.
  ///
  /// ```swift
  /// let value = try JSONValue(parsing: Data(#"{"followers": 229}"#.utf8))
  /// ```
  ///
  /// A number without a fraction and exponent becomes an ``integer(_:)`` if it fits in 64 bits, and a ``double(_:)``
  /// otherwise. If a key is repeated, its last value is used. A byte order mark at the start is ignored. Parsing does
  /// not recurse, so hostile input cannot exhaust the stack.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON, a number is too large for a `Double`, a surrogate is unpaired, or
  ///   the nesting exceeds ``maximumDepth``.
  public init(parsing data: Data) throws {
    var parser = JSONParser(data)
    self = try parser.parse()
  }

  /// Creates a value by parsing a JSON text in which no object repeats a name.
  ///
  /// What the receivers of a repeated name use differs (RFC 8259 section 4), so such a text has no one value.
  ///
  /// - Throws: ``JSONError/duplicateKey(_:)`` for a repeated name, and the errors of ``init(parsing:)-(Data)``.
  package init(parsingUnique data: Data) throws {
    var parser = JSONParser(data, refusesRepeatedNames: true)
    self = try parser.parse()
  }

  /// Creates a value by parsing a JSON text of which every readable part is wanted.
  ///
  /// Half a surrogate pair, which RFC 8259 section 8.2 allows, becomes U+FFFD, and a number that is too large for a
  /// `Double` the largest one.
  ///
  /// - Throws: The other errors of ``init(parsing:)-(Data)``.
  package init(parsingLeniently data: Data) throws {
    var parser = JSONParser(data, replacesUnreadable: true)
    self = try parser.parse()
  }

  /// Creates a value by parsing a JSON text.
  public init(parsing text: String) throws { try self.init(parsing: Data(text.utf8)) }

  /// Returns whether a text begins as an object or an array does, after white space and a byte order mark.
  package static func begins(_ text: some Sequence<UInt8>) -> Bool {
    let first = text.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Returns the value as a JSON text in UTF-8, without white space and with sorted keys.
  ///
  /// Equal values produce equal bytes, except for the sign of a zero. A ``double(_:)`` keeps its fraction (`1.0`), so
  /// that parsing it returns a ``double(_:)``.
  ///
  /// - Throws: ``JSONError/notFinite(path:)`` or ``JSONError/tooDeep``.
  public func data() throws -> Data {
    var writer = JSONWriter()
    try writer.write(parameterValue)
    return Data(writer.bytes)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as a JSON text with sorted keys.
  ///
  /// Numbers that are not finite appear as Swift prints them.
  public var description: String {
    var writer = JSONWriter()
    writer.allowsNonFinite = true
    do {
      try writer.write(parameterValue)
      return String(decoding: writer.bytes, as: UTF8.self)
    } catch {
      return "(\(error))"
    }
  }
}
