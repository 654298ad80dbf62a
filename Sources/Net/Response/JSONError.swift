/// Why a text is not JSON (RFC 8259), or a value cannot be written as JSON.
///
/// ```swift
/// do { print(try JSONValue(parsing: data)) } catch let error as JSONError { print(error) }
/// ```
public enum JSONError: Error, Sendable, Hashable {
  /// The text is not JSON: what was found wrong, and at which byte, counted from 0.
  case syntax(String, offset: Int)
  /// Arrays and objects are nested deeper than ``JSONValue/maximumDepth``.
  case tooDeep
  /// A number is not finite, which JSON cannot say; where it stands: `items[2].price`.
  case notFinite(path: String)
  /// The top level has the key more than once, which an object cannot say.
  case duplicateKey(String)
}

extension JSONError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .syntax(let words, let offset): "not JSON: \(words) at byte \(offset)"
    case .tooDeep: "JSON nested deeper than \(JSONValue.maximumDepth) levels"
    case .notFinite(let path): "JSON has no numbers that are not finite, as the one at \(path) is"
    case .duplicateKey(let key): "a JSON object cannot have the key \(key.debugDescription) twice"
    }
  }
}
