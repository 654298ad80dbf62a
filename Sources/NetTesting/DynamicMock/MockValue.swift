/// The value without its enclosing optionals; nil if one of them is nil.
func flattened(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard let optional = value as? any OptionalValue else { return value }
  return flattened(optional.wrapped)
}

/// The number of optionals around a nil in a value; nil if the value has none.
///
/// `Int??.some(nil)` has one.
func depthOfNil(in value: Any) -> Int? {
  guard let optional = value as? any OptionalValue else { return nil }
  guard let wrapped = optional.wrapped else { return 0 }
  return depthOfNil(in: wrapped).map { $0 + 1 }
}

/// The value as another type, if it has that type.
///
/// A nil keeps the optionals around it if the types differ only in their number, as in an assignment: `Int??.some(nil)`
/// stays one, and nil of type `Int?` becomes one. An empty array does not convert to one of other elements, although a
/// Swift cast allows it.
func casting<Value>(_ value: Any?, to type: Value.Type) -> Value? {
  let nested = value
  guard let value = flattened(value) else {
    // Cast from its own type: from `Any`, nil would become a value of `Any?`.
    func nothing<Wanted: OptionalValue>(_ type: Wanted.Type) -> Value? {
      Wanted.nothing(inside: nested.map { depth(of: $0, in: Wanted.self) } ?? 0) as? Value
    }
    return (Value.self as? any OptionalValue.Type).flatMap { nothing($0) }
  }
  guard let cast = value as? Value else { return nil }
  let wanted = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
  guard let values = value as? any Collection, values.isEmpty, wanted is any Collection.Type else {
    return cast
  }
  return Swift.type(of: value) == wanted ? cast : nil
}

/// Whether two values of one type are both nil, but inside a different number of optionals, as nil and
/// `Int??.some(nil)`.
func areDifferentNils(_ left: Any?, _ right: Any?) -> Bool {
  guard let left, let right, type(of: left) == type(of: right), let depth = depthOfNil(in: left),
    let other = depthOfNil(in: right)
  else { return false }
  return depth != other
}

/// An argument as text: `3`, `nil`, `Optional(nil)`.
func argumentText(_ value: Any?) -> String {
  excerpt(of: value.map { spelling(of: $0) } ?? "nil", limit: 100)
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

/// The number of optionals around a nil after its conversion to a type.
private func depth(of value: Any, in wanted: Any.Type) -> Int {
  let found = Swift.type(of: value)
  guard unwrapped(found) == unwrapped(wanted), let depth = depthOfNil(in: value) else { return 0 }
  return max(0, layers(of: wanted) - layers(of: found) + depth)
}

/// The number of optionals that a type consists of: two for `Int??`.
private func layers(of type: Any.Type) -> Int {
  (type as? any OptionalValue.Type).map { 1 + layers(of: $0.wrappedType) } ?? 0
}

/// An optional whose type is unknown.
private protocol OptionalValue {
  /// Returns nil inside this number of optionals, or of as many as the type has.
  static func nothing(inside depth: Int) -> Self
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate static func nothing(inside depth: Int) -> Wrapped? {
    // Cast from its own type, too.
    func wrapped<Inner: OptionalValue>(_ type: Inner.Type) -> Wrapped? {
      Inner.nothing(inside: depth - 1) as? Wrapped
    }
    guard depth > 0, let inner = Wrapped.self as? any OptionalValue.Type else { return nil }
    return wrapped(inner)
  }
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrapped: Any? { self }
}
