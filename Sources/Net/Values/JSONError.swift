public import Foundation

/// An error in parsing a JSON text (RFC 8259) or in writing a value as JSON.
///
/// ```swift
/// do { print(try JSONValue(parsing: data)) } catch let error as JSONError { print(error) }
/// ```
public enum JSONError: Error, Sendable, Hashable {
  /// The text is not JSON. The values are a description and the offset of the byte, counted from 0.
  case syntax(String, offset: Int)
  /// Arrays and objects are nested deeper than ``JSONValue/maximumDepth``.
  case tooDeep
  /// A number is not finite, which JSON cannot represent. `path` is its location, such as `items[2].price`.
  case notFinite(path: String)
  /// Parameters have the key more than once, which a JSON object cannot represent. Keys of different code points are
  /// different (RFC 8259 section 8.3).
  case duplicateKey(String)
}

extension JSONError {
  /// The words about a number that JSON allows, and a `Double` cannot represent.
  static let hugeNumber = "a number that is too large"
}

extension JSONError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .syntax(Self.hugeNumber, let offset): "\(Self.hugeNumber) at byte \(offset)"
    case .syntax(let words, let offset): "not JSON: \(words) at byte \(offset)"
    case .tooDeep: "JSON nested deeper than \(JSONValue.maximumDepth) levels"
    case .notFinite(let path): "the number at \(path) is not finite, which JSON cannot represent"
    case .duplicateKey(let key): "a JSON object cannot have the key \(key.debugDescription) twice"
    }
  }
}

extension JSONError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
