/// `[]` or `[:]` where a mock takes a value of any type, so that the compiler cannot know the type of the literal.
///
/// ```swift
/// network.stub(.get("/users"), with: [])
/// ```
///
/// The code under test receives an empty value of the type that it asks for; `[Any]` or `[AnyHashable: Any]` if any type
/// will do.
public struct EmptyLiteral: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  private let isDictionary: Bool

  /// Creates `[]`.
  public init(arrayLiteral elements: Never...) { isDictionary = false }

  /// Creates `[:]`.
  public init(dictionaryLiteral elements: (Never, Never)...) { isDictionary = true }

  /// Creates the literal that a value of unknown type stands for; nil for any other value.
  ///
  /// A closure that returns `[]` gives it the type that the literal has without another one, `[Any]`.
  init?(standingFor value: Any?) {
    guard let value = flattened(value) else { return nil }
    if let literal = value as? EmptyLiteral {
      self = literal
      return
    }
    guard type(of: value) == [Any].self, (value as? [Any])?.isEmpty == true else { return nil }
    isDictionary = false
  }

  /// An empty value of this type, or of the type in an optional; nil if no literal of it can be empty.
  func value<Value>(of type: Value.Type) -> Value? {
    switch unwrapped(type) {
    case let type as any ExpressibleByArrayLiteral.Type: array(type) as? Value
    case let type as any ExpressibleByDictionaryLiteral.Type: dictionary(type) as? Value
    default: isDictionary ? [AnyHashable: Any]() as? Value : [Any]() as? Value
    }
  }

  private func array<Value: ExpressibleByArrayLiteral>(_ type: Value.Type) -> Value { [] }

  private func dictionary<Value: ExpressibleByDictionaryLiteral>(_ type: Value.Type) -> Value { [:] }
}

extension EmptyLiteral: CustomStringConvertible {
  /// The literal.
  public var description: String { isDictionary ? "[:]" : "[]" }
}
