/// A call for which an expectation can be stated: an ``ExpectedCall`` or an ``ExpectedTypedCall``.
///
/// It has no effect until one of its functions is called.
public protocol ExpectableCall<Value>: Sendable {
  /// The type that the member returns; `Any` if the compiler does not know it.
  associatedtype Value

  /// States that the call is expected; all other functions use this one.
  ///
  /// - Parameters:
  ///   - action: What the call does; by default it returns the ``MockDefault`` of its type.
  ///   - count: How often it is expected. Nil means once; further calls may go to a fallback.
  ///   - place: Where failures are reported.
  func state(_ action: MockAction<Value>?, times count: CallCount?, at place: SourcePlace)
}

extension ExpectableCall {
  /// States what the call does, and how often it is expected, which is once by default.
  ///
  /// ```swift
  /// expect.baz(buz: 3).to(.return(4)).and.to(.return(5))
  /// ```
  ///
  /// If several expectations match a call, they are chosen in this order: one that must still be called, the oldest
  /// first; one whose limit is not reached, the oldest first; one without a limit, the newest first. An expectation
  /// without a limit is therefore the fallback for all others, wherever it is stated. An explicit count also applies
  /// if there is a fallback: a call beyond it fails the test, unless `and` states what comes next.
  @discardableResult
  public func to(
    _ action: MockAction<Value>, times count: CallCount? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<Self> {
    state(action, times: count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States what the call does, and the range in which the number of calls must be.
  ///
  /// ```swift
  /// expect.baz(buz: 3).to(.return(4), times: 0...1)
  /// ```
  @discardableResult
  public func to(
    _ action: MockAction<Value>, times counts: some RangeExpression<Int>, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<Self> {
    to(action, times: CallCount(counts), file: file, line: line)
  }

  /// States what the call does if no other expectation answers it.
  ///
  /// It need not be called.
  @discardableResult
  public func toAlways(
    _ action: MockAction<Value>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<Self> {
    to(action, times: .anyNumber, file: file, line: line)
  }

  /// States how often the member is called; it returns the ``MockDefault`` of its type.
  ///
  /// ```swift
  /// expect.delete(any()).toBeCalled(times: .never)
  /// ```
  @discardableResult
  public func toBeCalled(
    times count: CallCount? = nil, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<Self> {
    state(nil, times: count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States the range in which the number of calls must be; the member returns the ``MockDefault`` of its type.
  ///
  /// ```swift
  /// expect.log(any()).toBeCalled(times: 1...)
  /// ```
  @discardableResult
  public func toBeCalled(
    times counts: some RangeExpression<Int>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<Self> {
    toBeCalled(times: CallCount(counts), file: file, line: line)
  }
}
