import Net

extension JSONMutation {
  /// The mutation as a word in the name of a run: `.items[0].id:dropped`.
  var word: String {
    let path = path == "$" ? "body" : String(path.dropFirst()).replacing("\"", with: "'")
    return "\(path):\(change.word)"
  }

  /// A change of a JSON value.
  public enum Change: Sendable, Hashable, CustomStringConvertible {
    /// The member or element is missing.
    case dropped
    /// The value is `null`.
    case null
    /// The value is this JSON text instead, which is of another type.
    case otherType(String)
    /// The number is this one, which is beyond common ranges: `9223372036854775808`.
    case number(String)
    /// The string has no characters.
    case emptyString
    /// The string has this many characters.
    case longString(Int)
    /// The string is one that no enumeration of a client knows.
    case unknownCase
    /// The object or array has nothing in it.
    case emptied
    /// The value is inside this many arrays.
    case nested(Int)
    /// The text ends after this many bytes; the text names the kind of position.
    case cut(String, after: Int)
    /// The body is empty.
    case empty
    /// The text is followed by other bytes.
    case trailingBytes
    /// A string has a byte that is not UTF-8.
    case invalidUTF8

    /// The change as a word in the name of a run, without spaces and quotes.
    var word: String {
      switch self {
      case .dropped: "dropped"
      case .null: "null"
      case .otherType(let text): Self.kind(of: text)
      case .number(let text): text
      case .emptyString: "empty-string"
      case .longString: "long-string"
      case .unknownCase: "unknown-case"
      case .emptied: "emptied"
      case .nested: "nested"
      case .cut(_, let count): "cut-\(count)"
      case .empty: "empty"
      case .trailingBytes: "trailing-bytes"
      case .invalidUTF8: "invalid-utf-8"
      }
    }

    /// The row of the grid that a run with this change is in.
    var row: Row {
      switch self {
      case .dropped: .dropped
      case .null: .null
      case .otherType: .otherType
      case .number: .otherNumber
      case .emptyString, .longString, .unknownCase: .otherString
      case .emptied: .emptied
      case .nested: .insideArrays
      case .cut, .empty: .cut
      case .trailingBytes, .invalidUTF8: .otherBytes
      }
    }

    /// The rows of a grid, in order.
    enum Row: String, CaseIterable {
      case dropped, null
      case otherType = "other type"
      case otherNumber = "other number"
      case otherString = "other string"
      case emptied
      case insideArrays = "inside arrays"
      case cut
      case otherBytes = "other bytes"
    }

    private static func kind(of text: String) -> String {
      switch text.first {
      case "\"": "string"
      case "{": "object"
      case "[": "array"
      default: "number"
      }
    }

    /// The change as text.
    public var description: String {
      switch self {
      case .dropped: "dropped"
      case .null: "null"
      case .otherType(let text), .number(let text): text
      case .emptyString: "\"\""
      case .longString(let count): "a string of \(count.counted("character"))"
      case .unknownCase: JSONMutation.unknownCase
      case .emptied: "emptied"
      case .nested(let depth): "inside \(depth.counted("array"))"
      case .cut(let position, let count): "cut \(position), after \(count.counted("byte"))"
      case .empty: "without any bytes"
      case .trailingBytes: "followed by other bytes"
      case .invalidUTF8: "with a byte that is not UTF-8"
      }
    }
  }
}
