/// The value without its enclosing optionals; nil if one of them is nil.
func flattened(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard let optional = value as? any OptionalValue else { return value }
  return flattened(optional.wrapped)
}

/// The value as another type, if it has that type.
///
/// An empty array does not convert to one of other elements, although a Swift cast allows it.
func casting<Value>(_ value: Any?, to type: Value.Type) -> Value? {
  guard let value = flattened(value) else {
    // Cast from its own type: from `Any`, nil would become a value of `Any?`.
    func nothing<Wanted: OptionalValue>(_ type: Wanted.Type) -> Value? { Wanted.nothing as? Value }
    return (Value.self as? any OptionalValue.Type).flatMap { nothing($0) }
  }
  guard let cast = value as? Value else { return nil }
  let wanted = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
  guard let values = value as? any Collection, values.isEmpty, wanted is any Collection.Type else {
    return cast
  }
  return Swift.type(of: value) == wanted ? cast : nil
}

/// A value and its type, as text.
func typed(_ value: Any?) -> String {
  guard let value = flattened(value) else { return "nil" }
  return "\(excerpt(of: spelling(of: value), limit: 100)) of type \(type(of: value))"
}

/// The type without its enclosing optionals.
func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalValue.Type).map { unwrapped($0.wrappedType) } ?? type
}

/// An optional whose type is unknown.
private protocol OptionalValue {
  static var nothing: Self { get }
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static var nothing: Wrapped? { nil }
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrapped: Any? { self }
}
