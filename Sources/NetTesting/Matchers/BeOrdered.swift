/// Matches a value less than this one.
///
/// ```swift
/// expect(server.requests.count).to(beLessThan(3))
/// ```
public func beLessThan<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  Matcher(describing: "a value less than \(spelling(of: limit))") { $0 < limit }
}

/// Matches a value less than or equal to this one.
public func beLessThanOrEqualTo<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  Matcher(describing: "a value of at most \(spelling(of: limit))") { $0 <= limit }
}

/// Matches a value greater than this one.
public func beGreaterThan<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  Matcher(describing: "a value greater than \(spelling(of: limit))") { $0 > limit }
}

/// Matches a value greater than or equal to this one.
public func beGreaterThanOrEqualTo<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  Matcher(describing: "a value of at least \(spelling(of: limit))") { $0 >= limit }
}
