import Foundation

/// Writes values as JSON in UTF-8, without white space and with the keys of nested objects sorted.
struct JSONWriter {
  /// The output so far.
  private(set) var bytes: [UInt8] = []
  var allowsNonFinite = false
  var dates = DateEncoding.deferredToDate
  var datas = DataEncoding.base64
  var nonFinite: NonFiniteTexts?
  private var path: [String] = []

  init() {}

  mutating func write(_ value: ParameterValue) throws {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): append(String(value))
    case .unsigned(let value): append(String(value))
    case .double(let value):
      if value.isFinite || allowsNonFinite {
        append(value.description)
      } else if let nonFinite {
        write(nonFinite.text(of: value))
      } else {
        throw JSONError.notFinite(path: pathText)
      }
    case .string(let value): write(value)
    case .date(let value): try write(dates.value(of: value, key: pathText))
    case .data(let value): write(try datas.text(of: value))
    case .array(let values):
      try list("[", "]", values.enumerated()) { writer, item in
        try writer.write(item.element, at: "[\(item.offset)]")
      }
    case .dictionary(let values): try object(values.sorted(byCodePointsOf: \.key))
    case .pairs(let pairs): try write(pairs)
    }
  }

  /// Writes an object with its members in the given order.
  ///
  /// - Throws: ``JSONError/duplicateKey(_:)`` if a key is repeated.
  mutating func write(_ pairs: [ParameterValue.Pair]) throws {
    if let repeated = pairs.lazy.map(\.key).firstRepeated { throw JSONError.duplicateKey(repeated) }
    try object(pairs.map { ($0.key, $0.value) })
  }

  private mutating func object(_ members: [(key: String, value: ParameterValue)]) throws {
    try list("{", "}", members) { writer, member in
      writer.write(member.key)
      writer.append(":")
      try writer.write(member.value, at: "." + member.key)
    }
  }

  private mutating func write(_ value: ParameterValue, at step: String) throws {
    path.append(step)
    try write(value)
    path.removeLast()
  }

  private mutating func list<Item>(
    _ open: String, _ close: String, _ items: some Sequence<Item>, item: (inout Self, Item) throws -> Void
  ) throws {
    guard path.count < JSONValue.maximumDepth else { throw JSONError.tooDeep }
    append(open)
    var isFirst = true
    for element in items {
      if !isFirst { append(",") }
      isFirst = false
      try item(&self, element)
    }
    append(close)
  }

  private mutating func write(_ text: String) {
    append("\"")
    defer { append("\"") }
    guard text.utf8.hasJSONEscape else { return append(text) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0a: append("\\n")
      case 0x0c: append("\\f")
      case 0x0d: append("\\r")
      case 0x00..<0x20: append((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }

  private mutating func append(_ text: String) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      unsafe bytes.append(contentsOf: text)
    }
    if isDone == nil { bytes.append(contentsOf: text.utf8) }
  }

  private var pathText: String {
    let text = path.joined()
    return text.isEmpty ? "the top level" : String(text.hasPrefix(".") ? text.dropFirst() : text[...])
  }
}

extension String.UTF8View {
  /// Whether a string of JSON has an escape for one of the bytes.
  fileprivate var hasJSONEscape: Bool {
    let hasEscape = unsafe withContiguousStorageIfAvailable { bytes in
      for index in bytes.indices where unsafe Self.isEscaped(bytes[index]) { return true }
      return false
    }
    return hasEscape ?? contains(where: Self.isEscaped)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
