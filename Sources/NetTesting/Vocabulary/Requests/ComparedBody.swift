import Foundation
import Net

/// A body or a message in a form for comparison: two that mean the same to their receiver are equal.
///
/// `JSONEncoder` may write the keys of an object in another order each time, and each multipart body has its
/// own boundary, so the same value rarely has the same bytes. Equal are
/// - JSON, and each line of JSON lines, whatever its spacing, the order of its keys and the spelling of its numbers
///   (`1`, `1.0`, `-0` and `0`);
/// - multipart bodies with other boundaries, whose parts are compared in the same way;
/// - forms with their fields in another order, whose values are compared in the same way.
///
/// A body with a `Content-Encoding` that this machine can undo is decoded first. All other bodies are compared by their
/// bytes.
struct ComparedBody: Hashable, Sendable {
  private let content: Data

  init(_ request: RecordedRequest) {
    self.init(request.plainBody, type: request.headers["Content-Type"])
  }

  /// The type is the value of `Content-Type`.
  init(_ body: Data, type: String? = nil) {
    let mediaType = type.map(MultipartReader.mediaType(of:)) ?? ""
    content =
      Self.json(body) ?? Self.boundary(of: type).map { Self.parts(of: body, between: $0) }
      ?? (mediaType == "application/x-www-form-urlencoded" ? Self.form(body) : body)
  }

  /// A content type without what differs each time: the boundary of a multipart body.
  static func contentType(_ type: String) -> String {
    boundary(of: type).map { type.replacingOccurrences(of: $0, with: "boundary", options: .literal) } ?? type
  }

  /// Whether two messages of a WebSocket are the same.
  static func areSame(_ left: WebSocketMessage, _ right: WebSocketMessage) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      ComparedBody(Data(left.utf8)) == ComparedBody(Data(right.utf8))
    case (.data(let left), .data(let right)): ComparedBody(left) == ComparedBody(right)
    default: false
    }
  }

  // MARK: - JSON

  /// The JSON in its canonical spelling, or that of each line; nil if it is neither.
  static func json(_ body: Data) -> Data? {
    guard JSONValue.begins(body) else { return nil }
    if let text = text(ofJSON: body) { return text }
    let lines = body.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1 else { return nil }
    var result = Data()
    for line in lines {
      guard JSONValue.begins(line), let text = text(ofJSON: Data(line)) else { return nil }
      result += text + [UInt8(ascii: "\n")]
    }
    return result
  }

  /// The canonical spelling of a JSON text; nil if the text is not JSON, or an object in it has a name twice.
  static func text(ofJSON json: Data) -> Data? {
    try? comparable(LongNumber.value(parsing: json)).data()
  }

  /// The value with whole numbers as integers, so that equal numbers have the same text.
  private static func comparable(_ value: JSONValue) -> JSONValue {
    switch value {
    // The integer 0 for both signs of zero, which are equal (IEEE 754 section 5.11).
    case .double(let number): Int64(exactly: number).map { .integer($0) } ?? value
    case .array(let elements): .array(elements.map(comparable))
    case .object(let members): .object(members.mapValues(comparable))
    case .null, .bool, .integer, .string: value
    }
  }

  // MARK: - Multipart

  /// The boundary of a multipart body (RFC 2046 section 5.1.1).
  static func boundary(of type: String?) -> String? {
    guard let type, type.lowercased().hasPrefix("multipart/"),
      let boundary = HARText.parameter("boundary", of: type), !boundary.isEmpty
    else { return nil }
    return boundary
  }

  private static func parts(of body: Data, between boundary: String) -> Data {
    let delimiter = Data("--\(boundary)".utf8)
    var (result, rest) = (Data(), body[...])
    while let found = rest.range(of: delimiter) {
      result += part(rest[..<found.lowerBound]) + Data("--boundary".utf8)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// A part: its header and its content, up to the line break before the next delimiter.
  private static func part(_ bytes: Data) -> Data {
    let lineBreak = Data("\r\n".utf8)
    guard let head = bytes.range(of: lineBreak + lineBreak) else { return Data(bytes) }
    var content = Data(bytes[head.upperBound...])
    guard content.suffix(2) == lineBreak else { return Data(bytes) }
    content.removeLast(2)
    return bytes[..<head.upperBound] + (json(content) ?? content) + lineBreak
  }

  // MARK: - Forms and queries

  /// The fields of a form in one order (the WHATWG URL Standard, section 5.1), where `+` is a space.
  private static func form(_ body: Data) -> Data {
    guard let text = String(bytes: body, encoding: .utf8) else { return body }
    var result = Data()
    for pair in pairs(ofForm: text) {
      // The lengths keep the pairs apart, because names and values may contain any byte.
      result += Data("\(pair.name.count) \(pair.value?.count ?? -1) ".utf8) + pair.name + (pair.value ?? [])
    }
    return result
  }

  /// The pairs of a form in one order.
  static func pairs(ofForm text: String) -> [Pair] {
    pairs(of: text.replacingOccurrences(of: "+", with: " ", options: .literal))
  }

  /// The pairs of a query in one order, where `+` is a plus sign.
  static func pairs(of query: String) -> [Pair] {
    query.parts(between: "&").filter { !$0.isEmpty }.map(Pair.init).sorted { $0.precedes($1) }
  }

  /// A pair of a query or a form, percent-decoded.
  struct Pair: Hashable, Sendable {
    let name: [UInt8]
    /// Nil for a pair without a value.
    let value: [UInt8]?

    init(_ text: Substring) {
      let (name, value) = text.cut(at: "=")
      self.name = PercentEncoding.bytes(of: name)
      self.value = value.map { value in
        let bytes = PercentEncoding.bytes(of: value)
        return json(Data(bytes)).map { [UInt8]($0) } ?? bytes
      }
    }

    func precedes(_ other: Pair) -> Bool {
      if name != other.name { return name.lexicographicallyPrecedes(other.name) }
      guard let value, let otherValue = other.value else { return other.value != nil }
      return value.lexicographicallyPrecedes(otherValue)
    }
  }
}
