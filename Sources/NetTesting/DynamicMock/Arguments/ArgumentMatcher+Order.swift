/// Matches an argument that is greater than a value.
///
/// ```swift
/// expect.wait(greaterThan(0)).toBeCalled()
/// ```
public func greaterThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("greater than \(spelling(of: value))") { $0 > value }
}

/// Matches an argument that is greater than or equal to a value.
public func greaterThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("at least \(spelling(of: value))") { $0 >= value }
}

/// Matches an argument that is less than a value.
public func lessThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("less than \(spelling(of: value))") { $0 < value }
}

/// Matches an argument that is less than or equal to a value.
public func lessThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("at most \(spelling(of: value))") { $0 <= value }
}
