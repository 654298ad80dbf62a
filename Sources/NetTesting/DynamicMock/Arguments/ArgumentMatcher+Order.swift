/// Matches an argument that is greater than a value.
///
/// ```swift
/// expect.wait(greaterThan(0)).toBeCalled()
/// ```
///
/// Numbers of different types are compared by value, and so are texts.
public func greaterThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ordered("greater than", value, { $0 > $1 }) { $0 == .greater }
}

/// Matches an argument that is greater than or equal to a value.
public func greaterThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ordered("at least", value, { $0 >= $1 }) { $0 == .greater || $0 == .equal }
}

/// Matches an argument that is less than a value.
public func lessThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ordered("less than", value, { $0 < $1 }) { $0 == .less }
}

/// Matches an argument that is less than or equal to a value.
public func lessThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ordered("at most", value, { $0 <= $1 }) { $0 == .less || $0 == .equal }
}

/// Compares values of the type by its operator, and others by their order.
private func ordered<Value: Comparable & Sendable>(
  _ words: String, _ value: Value, _ compare: @escaping @Sendable (Value, Value) -> Bool,
  where isRight: @escaping @Sendable (ArgumentOrder) -> Bool
) -> ArgumentMatcher<Value> {
  ArgumentMatcher(
    ErasedArgumentMatcher("\(words) \(spelling(of: value))", of: Value.self) { argument in
      if let argument = casting(argument, to: Value.self) { return compare(argument, value) }
      return flattened(argument).flatMap { order(of: $0, beside: value) }.map(isRight)
    })
}
