/// A call that is to be expected of a function whose types are known. ``Mocked/expect(_:)`` makes one.
///
/// The same as an ``ExpectedCall``, but for the types.
public struct ExpectedTypedCall<each Argument, Value>: Sendable {
  let draft: ExpectationDraft

  /// States what the call does, and how often it is expected; once unless said otherwise.
  @discardableResult
  public func to(
    _ action: MockAction<Value>, times count: CallCount = .once, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedTypedCall> {
    draft.state(action.performance, count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States what the call does whenever no other expectation has it. It need not be called.
  @discardableResult
  public func toAlways(
    _ action: MockAction<Value>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedTypedCall> {
    to(action, times: .anyNumber, file: file, line: line)
  }

  /// States that the call returns what the closure makes of the arguments, or throws what it throws.
  ///
  /// ```swift
  /// find.expect(any(), any()).toCall { id, realm in User(login: "\(realm)/\(id)") }
  /// ```
  @discardableResult
  public func toCall(
    times count: CallCount = .once, file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Value
  ) -> StatedExpectation<ExpectedTypedCall> {
    let performance = MockPerformance.call { arguments in
      var position = 0
      func next<Wanted>(_ type: Wanted.Type) throws -> Wanted {
        defer { position += 1 }
        return try arguments[position]
      }
      return try body(repeat try next((each Argument).self))
    }
    draft.state(performance, count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States how often it is called; it then returns the ``MockDefault`` of its type.
  @discardableResult
  public func toBeCalled(
    times count: CallCount = .once, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedTypedCall> {
    draft.state(.nothing, count, at: SourcePlace(file: file, line: line))
    return StatedExpectation(and: self)
  }

  /// States between which numbers the count of its calls is; it then returns the ``MockDefault`` of its type.
  @discardableResult
  public func toBeCalled(
    times counts: some RangeExpression<Int>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedTypedCall> {
    toBeCalled(times: CallCount(counts), file: file, line: line)
  }
}
