/// Matches a value less than this one.
///
/// A value that cannot be ordered, such as `Double.nan`, passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(server.requests.count).to(beLessThan(3))
/// ```
public func beLessThan<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  ordered("a value less than", limit) { $0 < $1 }
}

/// Matches a value less than or equal to this one.
///
/// A value that cannot be ordered, such as `Double.nan`, passes neither `to` nor `toNot`.
public func beLessThanOrEqualTo<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  ordered("a value of at most", limit) { $0 <= $1 }
}

/// Matches a value greater than this one.
///
/// A value that cannot be ordered, such as `Double.nan`, passes neither `to` nor `toNot`.
public func beGreaterThan<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  ordered("a value greater than", limit) { $0 > $1 }
}

/// Matches a value greater than or equal to this one.
///
/// A value that cannot be ordered, such as `Double.nan`, passes neither `to` nor `toNot`.
public func beGreaterThanOrEqualTo<Value: Comparable>(_ limit: Value) -> Matcher<Value> {
  ordered("a value of at least", limit) { $0 >= $1 }
}

private func ordered<Value: Comparable>(
  _ words: String, _ limit: Value, where isRight: @escaping (Value, Value) -> Bool
) -> Matcher<Value> {
  Matcher(describing: "\(words) \(spelling(of: limit))") { value in
    guard value < limit || value == limit || value > limit else {
      return Judgement(.neither, got: excerpt(of: spelling(of: value)))
    }
    return Judgement(of: value, isRight(value, limit))
  }
}
