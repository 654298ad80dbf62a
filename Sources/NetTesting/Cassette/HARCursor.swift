import Net

/// A value in the JSON of a cassette, with its path.
struct HARCursor {
  let file: String
  /// Whether there is no such key.
  private let isMissing: Bool
  let path: String
  let value: JSONValue

  init(_ value: JSONValue, file: String) { self.init(value, path: "", file: file) }

  private init(_ value: JSONValue, path: String, file: String, isMissing: Bool = false) {
    self.value = value
    self.isMissing = isMissing
    self.path = path
    self.file = file
  }

  /// The value of the key; null if there is none.
  subscript(key: String) -> HARCursor {
    HARCursor(
      value[key], path: path.isEmpty ? key : "\(path).\(key)", file: file,
      isMissing: value.object?[key] == nil)
  }

  func fail(expected: String) -> CassetteError {
    CassetteError(
      file: file, path: path,
      .unexpected(isMissing ? "nothing" : Self.words(for: value), expected: expected))
  }

  func object() throws(CassetteError) -> HARCursor {
    guard value.object != nil else { throw fail(expected: "an object") }
    return self
  }

  func string() throws(CassetteError) -> String {
    guard let string = value.string else { throw fail(expected: "a string") }
    return string
  }

  /// The text; nil for null.
  func optionalString() throws(CassetteError) -> String? { value.isNull ? nil : try string() }

  func int() throws(CassetteError) -> Int {
    guard let int = value.int else { throw fail(expected: "a whole number") }
    return int
  }

  /// The elements; empty for null.
  func optionalArray() throws(CassetteError) -> [HARCursor] { value.isNull ? [] : try array() }

  func array() throws(CassetteError) -> [HARCursor] {
    guard let elements = value.array else { throw fail(expected: "an array") }
    return elements.enumerated().map { index, element in
      HARCursor(element, path: "\(path)[\(index)]", file: file)
    }
  }

  private static func words(for value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "the number \(value)"
    case .double(let value): "the number \(value)"
    case .string(let value): "the text \(String(value.prefix(60)).debugDescription)"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
