/// An argument that is greater than a value.
///
/// ```swift
/// expect.wait(greaterThan(0)).toBeCalled()
/// ```
public func greaterThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("greater than \(spelling(of: value))") { $0 > value }
}

/// An argument that is greater than a value or equal to it.
public func greaterThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("at least \(spelling(of: value))") { $0 >= value }
}

/// An argument that is less than a value.
public func lessThan<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("less than \(spelling(of: value))") { $0 < value }
}

/// An argument that is less than a value or equal to it.
public func lessThanOrEqualTo<Value: Comparable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher("at most \(spelling(of: value))") { $0 <= value }
}
