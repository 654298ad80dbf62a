/// A call of which it can be stated what is expected: an ``ExpectedCall``, or an ``ExpectedTypedCall``.
///
/// Nothing is expected before one of its functions is called.
public protocol ExpectableCall<Value>: Sendable {
  /// What the member returns; `Any` where that is not known to the compiler.
  associatedtype Value

  /// States that the call is expected. All other ways to state it are spelled by this one.
  ///
  /// - Parameters:
  ///   - action: What the call does; without one it returns the ``MockDefault`` of its type.
  ///   - count: How often it is expected; nil for once, where a further call may go to a fallback.
  ///   - place: Where failures are reported.
  func state(_ action: MockAction<Value>?, times count: CallCount?, at place: SourcePlace)
}

extension ExpectableCall {
  /// States what the call does, and how often it is expected; once unless said otherwise.
  ///
  /// ```swift
  /// expect.baz(buz: 3).to(.return(4)).and.to(.return(5))
  /// ```
  ///
  /// Of several expectations that accept a call these have it, in this order: one that still has to be called,
  /// the oldest first; one with a limit that is not reached, the oldest first; one without a limit, the newest
  /// first. So an expectation without a limit is the fallback for all others, wherever it stands. A count that is stated
  /// holds beside a fallback: a call past it fails the test, unless `and` says what comes next.
  @discardableResult
  public func to(
    _ action: MockAction<Value>, times count: CallCount? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<Self> {
    state(action, times: count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States what the call does whenever no other expectation has it.
  ///
  /// It need not be called.
  @discardableResult
  public func toAlways(
    _ action: MockAction<Value>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<Self> {
    to(action, times: .anyNumber, file: file, line: line)
  }

  /// States how often it is called; it then returns the ``MockDefault`` of its type.
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

  /// States between which numbers the count of its calls is; it then returns the ``MockDefault`` of its type.
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
