import Foundation

/// Parses a JSON text (RFC 8259) with its own stack, so deep nesting cannot exhaust the thread's stack.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var stack: [Frame] = []
  /// Whether an object that repeats a name is refused.
  private let refusesRepeatedNames: Bool
  /// Whether half a surrogate pair becomes U+FFFD, and a number that is too large the largest one.
  private let replacesUnreadable: Bool

  /// An array or object that is being parsed.
  private struct Frame {
    var isObject: Bool
    var keys: [String] = []
    var items: [JSONValue] = []

    var value: JSONValue {
      isObject ? .object(JSONObject(zip(keys, items))) : .array(items)
    }
  }

  init(_ data: Data, refusesRepeatedNames: Bool = false, replacesUnreadable: Bool = false) {
    self.refusesRepeatedNames = refusesRepeatedNames
    self.replacesUnreadable = replacesUnreadable
    bytes = Array(data)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  mutating func parse() throws -> JSONValue {
    while true {
      guard var value = try valueOrOpening() else { continue }
      while let closed = try close(over: value) { value = closed }
      if stack.isEmpty { return value }
    }
  }

  /// Returns a complete value, or nil if it opened a nonempty array or object.
  private mutating func valueOrOpening() throws -> JSONValue? {
    skipSpace()
    switch current {
    case UInt8(ascii: "["): return try open(isObject: false, end: UInt8(ascii: "]"))
    case UInt8(ascii: "{"): return try open(isObject: true, end: UInt8(ascii: "}"))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    case nil: throw failure("the text ends where a value is expected")
    default: throw failure("unexpected character")
    }
  }

  private mutating func open(isObject: Bool, end: UInt8) throws -> JSONValue? {
    guard stack.count < JSONValue.maximumDepth else { throw JSONError.tooDeep }
    index += 1
    skipSpace()
    let frame = Frame(isObject: isObject)
    if current == end {
      index += 1
      return frame.value
    }
    stack.append(frame)
    if isObject { try key() }
    return nil
  }

  /// Adds the value to the innermost open array or object.
  ///
  /// Returns that container if the value was its last, or nil if there is more to parse.
  private mutating func close(over value: JSONValue) throws -> JSONValue? {
    skipSpace()
    guard let isObject = stack.last?.isObject else {
      guard current == nil else { throw failure("unexpected text after the value") }
      return nil
    }
    stack[stack.count - 1].items.append(value)
    switch current {
    case UInt8(ascii: ","):
      index += 1
      if isObject { try key() }
      return nil
    case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
      index += 1
      let frame = stack.removeLast()
      if refusesRepeatedNames, let name = frame.keys.firstRepeated { throw JSONError.duplicateKey(name) }
      return frame.value
    case nil: throw failure("the text ends inside \(isObject ? "an object" : "an array")")
    default: throw failure("neither a comma nor the end of \(isObject ? "an object" : "an array")")
    }
  }

  private mutating func key() throws {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw failure("a key is missing") }
    let key = try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw failure("no colon after the key") }
    index += 1
    stack[stack.count - 1].keys.append(key)
  }

  private mutating func literal(_ text: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[index...].starts(with: text.utf8) else { throw failure("unexpected character") }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws -> JSONValue {
    let start = index
    var isWhole = true
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite || replacesUnreadable else {
      throw JSONError.syntax(JSONError.hugeNumber, offset: start)
    }
    let largest = Double.greatestFiniteMagnitude
    return .double(min(max(double, -largest), largest))
  }

  private mutating func digits() throws {
    let start = index
    while let byte = current, isDigit(byte) { index += 1 }
    if index == start { throw failure("a digit is missing") }
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func failure(_ words: String) -> JSONError { .syntax(words, offset: index) }
}

extension JSONParser {
  private mutating func string() throws -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    var runStart = index
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[runStart..<index]
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONError.syntax("a string that is not UTF-8", offset: start)
        }
        return string
      case UInt8(ascii: "\\"):
        text += bytes[runStart..<index]
        try text.append(contentsOf: String(escape()).utf8)
        runStart = index
      case 0..<0x20: throw failure("a control character in a string")
      default: index += 1
      }
    }
    throw failure("the text ends inside a string")
  }

  private mutating func escape() throws -> Unicode.Scalar {
    index += 1
    guard let byte = current else { throw failure("the text ends inside a string") }
    index += 1
    if let character = Self.character(ofEscape: byte) { return Unicode.Scalar(character) }
    guard byte == UInt8(ascii: "u") else {
      index -= 1
      throw failure("an unknown escape")
    }
    return try unicodeEscape()
  }

  /// Returns the character that a letter after a backslash stands for (RFC 8259 section 7).
  static func character(ofEscape letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private mutating func unicodeEscape() throws -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let end = index
    guard first < 0xdc00, current == UInt8(ascii: "\\") else { return try halfPair(endingAt: end) }
    index += 1
    guard current == UInt8(ascii: "u") else { return try halfPair(endingAt: end) }
    index += 1
    let second = try hexadecimal()
    guard (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { return try halfPair(endingAt: end) }
    return scalar
  }

  /// The scalar for half a surrogate pair, after which parsing continues.
  private mutating func halfPair(endingAt end: Int) throws -> Unicode.Scalar {
    guard replacesUnreadable else { throw failure("half a surrogate pair") }
    index = end
    return "\u{fffd}"
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("an escape without four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
