public import Foundation

extension JSONValue {
  /// How deep arrays and objects may be nested, in what is read and in what is written.
  public static let maximumDepth = 512

  /// Reads a JSON text in UTF-8.
  ///
  /// ```swift
  /// let value = try JSONValue(parsing: Data(#"{"followers": 229}"#.utf8))
  /// ```
  ///
  /// A number spelled without fraction and exponent is an ``integer(_:)`` when it fits in 64 bits, any other a
  /// ``double(_:)``. Of a repeated key the last value counts. A byte order mark at the start is passed over.
  ///
  /// - Throws: ``JSONError``: for what is not JSON, for a number too large for a `Double`, for half a surrogate
  ///   pair, and for nesting deeper than ``maximumDepth``. Reading needs no stack, however hostile the text.
  public init(parsing data: Data) throws {
    var parser = JSONParser(data)
    self = try parser.parse()
  }

  /// Reads a JSON text.
  public init(parsing text: String) throws { try self.init(parsing: Data(text.utf8)) }

  /// The value as a JSON text in UTF-8, without white space, the keys of objects sorted.
  ///
  /// Equal values give equal bytes. A ``double(_:)`` keeps its fraction (`1.0`), so that it is read back as one.
  ///
  /// - Throws: ``JSONError/notFinite(path:)`` or ``JSONError/tooDeep``.
  public func data() throws -> Data {
    var writer = JSONWriter()
    try writer.write(parameterValue)
    return Data(writer.bytes)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as a JSON text, keys sorted; numbers that are not finite stand as Swift spells them.
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
