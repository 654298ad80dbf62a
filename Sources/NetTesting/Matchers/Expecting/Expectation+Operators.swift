/// Expectations written as comparisons, as in Nimble.
extension Expectation where Value: Equatable {
  /// Fails the test unless the values are equal; the same as ``equal(_:)->Matcher<Value>``.
  ///
  /// ```swift
  /// expect(network.requestCallCount) == 1
  /// ```
  public static func == (left: Expectation, right: Value) { left.to(equal(right)) }

  /// Fails the test if the values are equal.
  public static func != (left: Expectation, right: Value) { left.toNot(equal(right)) }
}

extension Expectation {
  /// Fails the test unless the value is equal to this one; nil fails.
  ///
  /// ```swift
  /// expect(names.values.first) == "Trent"
  /// expect(names.error as? LoginError) == nil
  /// ```
  public static func == <Wrapped: Equatable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.to(equal(right))
  }

  /// Fails the test if the value is equal, or if there is none.
  public static func != <Wrapped: Equatable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.toNot(equal(right))
  }
}

extension Expectation where Value: Comparable {
  /// Fails the test unless the value is less than this one.
  ///
  /// ```swift
  /// expect(network.requestCallCount) < 3
  /// ```
  public static func < (left: Expectation, right: Value) { left.to(beLessThan(right)) }

  /// Fails the test unless the value is at most this one.
  public static func <= (left: Expectation, right: Value) { left.to(beLessThanOrEqualTo(right)) }

  /// Fails the test unless the value is greater than this one.
  public static func > (left: Expectation, right: Value) { left.to(beGreaterThan(right)) }

  /// Fails the test unless the value is at least this one.
  public static func >= (left: Expectation, right: Value) { left.to(beGreaterThanOrEqualTo(right)) }
}

extension Expectation {
  /// Fails the test unless there is a value that is less than this one.
  ///
  /// ```swift
  /// expect(names.values.first?.count) < 9
  /// ```
  public static func < <Wrapped: Comparable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.to(beLessThan(right))
  }

  /// Fails the test unless there is a value that is at most this one.
  public static func <= <Wrapped: Comparable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.to(beLessThanOrEqualTo(right))
  }

  /// Fails the test unless there is a value that is greater than this one.
  public static func > <Wrapped: Comparable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.to(beGreaterThan(right))
  }

  /// Fails the test unless there is a value that is at least this one.
  public static func >= <Wrapped: Comparable>(left: Expectation, right: Wrapped) where Value == Wrapped? {
    left.to(beGreaterThanOrEqualTo(right))
  }
}
