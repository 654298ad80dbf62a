import Foundation
import Net

/// The values of a JSON text, each with its path and its bytes, so that one can be replaced and the rest stays as it
/// is.
///
/// A pure value.
struct JSONOutline: Sendable {
  /// What a value is.
  enum Kind: Sendable, Hashable {
    case object(members: Int), array(elements: Int), string, number, bool, null
  }

  /// A value of the text.
  struct Node: Sendable {
    /// Its location: `$.items[0].id`.
    var path: String
    var kind: Kind
    /// The bytes of the value.
    var range: Range<Int>
    /// The bytes to remove to drop it, with its key and one comma; nil for the whole text.
    var whole: Range<Int>?
  }

  /// A kind of position in a text, at which a connection may end.
  enum Cut: String, Sendable, CaseIterable {
    case afterOpening = "after an opening bracket"
    case inKey = "inside a key"
    case afterKey = "after a key"
    case afterColon = "after a colon"
    case inString = "inside a string"
    case inEscape = "inside an escape"
    case inCharacter = "inside a character"
    case inNumber = "inside a number"
    case inLiteral = "inside true, false or null"
    case afterValue = "after a value"
    case afterComma = "after a comma"
    case beforeLastByte = "before the last byte"
  }

  let bytes: [UInt8]
  /// The values, each before the values inside it.
  private(set) var nodes: [Node] = []
  /// The first position of each kind, as the number of bytes that precede it.
  private(set) var cuts: [Cut: Int] = [:]
  private var position = 0

  /// Reads a text; throws `JSONError` if it is not JSON.
  init(_ data: Data) throws {
    // The parser of the library decides what is JSON, so the scan below can be simple.
    _ = try JSONValue(parsing: data)
    bytes = Array(data)
    value(at: "$", from: nil)
    let end = nodes[0].range.upperBound
    if end > nodes[0].range.lowerBound + 1 { cuts[.beforeLastByte] = end - 1 }
  }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func note(_ cut: Cut, at place: Int? = nil) {
    if cuts[cut] == nil { cuts[cut] = place ?? position }
  }

  private mutating func skipSpace() {
    // A byte order mark may precede the text.
    while [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains(byte) { position += 1 }
  }

  private mutating func value(at path: String, from start: Int?) {
    skipSpace()
    let first = position
    let index = nodes.count
    nodes.append(Node(path: path, kind: .null, range: first..<first))
    switch byte {
    case UInt8(ascii: "{"): nodes[index].kind = .object(members: members(of: path))
    case UInt8(ascii: "["): nodes[index].kind = .array(elements: elements(of: path))
    case UInt8(ascii: "\""):
      nodes[index].kind = .string
      _ = string(inside: .inString)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): nodes[index].kind = literal(.bool)
    case UInt8(ascii: "n"): nodes[index].kind = literal(.null)
    default: nodes[index].kind = number()
    }
    nodes[index].range = first..<position
    if let start { nodes[index].whole = start..<position }
  }

  private mutating func members(of path: String) -> Int {
    list(closedBy: UInt8(ascii: "}")) { outline, count, start in
      let key = outline.string(inside: .inKey)
      outline.note(.afterKey)
      outline.skipSpace()
      outline.position += 1
      outline.note(.afterColon)
      outline.value(at: path + JSONDifference.step(to: key, from: path), from: start)
    }
  }

  private mutating func elements(of path: String) -> Int {
    list(closedBy: UInt8(ascii: "]")) { outline, count, start in
      outline.value(at: "\(path)[\(count)]", from: start)
    }
  }

  /// Reads the entries of an object or an array, and returns their number.
  private mutating func list(
    closedBy end: UInt8, _ entry: (inout JSONOutline, Int, Int) -> Void
  ) -> Int {
    position += 1
    note(.afterOpening)
    var direct: [Int] = []
    skipSpace()
    while byte != end, position < bytes.count {
      direct.append(nodes.count)
      entry(&self, direct.count - 1, position)
      note(.afterValue)
      skipSpace()
      guard byte == UInt8(ascii: ",") else { continue }
      position += 1
      note(.afterComma)
      skipSpace()
    }
    position += 1
    includeCommas(direct)
    return direct.count
  }

  /// Extends what is removed with each entry by its comma: up to the next entry, or for the last one from the end of
  /// the previous one.
  private mutating func includeCommas(_ direct: [Int]) {
    for (number, index) in direct.enumerated() {
      guard let whole = nodes[index].whole else { continue }
      if number + 1 < direct.count, let next = nodes[direct[number + 1]].whole {
        nodes[index].whole = whole.lowerBound..<next.lowerBound
      } else if number > 0 {
        nodes[index].whole = nodes[direct[number - 1]].range.upperBound..<whole.upperBound
      }
    }
  }

  private mutating func string(inside cut: Cut) -> String {
    let first = position
    position += 1
    while byte != UInt8(ascii: "\""), position < bytes.count {
      if byte == UInt8(ascii: "\\") {
        position += 1
        note(.inEscape)
      } else if byte >= 0xc0 {
        note(.inCharacter, at: position + 1)
      }
      position += 1
      note(cut)
    }
    position += 1
    let text = Data(bytes[first..<position])
    return (try? JSONValue(parsing: text))?.string ?? ""
  }

  private mutating func literal(_ kind: Kind) -> Kind {
    note(.inLiteral, at: position + 1)
    while (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { position += 1 }
    return kind
  }

  private mutating func number() -> Kind {
    let first = position
    while "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    // A number that is cut off is another number, unless it is the whole text.
    if position > first + 1 { note(.inNumber, at: first + 1) }
    return .number
  }
}
