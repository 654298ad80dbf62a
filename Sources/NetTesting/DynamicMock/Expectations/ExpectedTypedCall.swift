/// A call to expect of a function whose types are known.
///
/// ``Mocked/expect(_:file:line:)`` creates one. Apart from its types it is the same as an ``ExpectedCall``.
public struct ExpectedTypedCall<each Argument, Value>: ExpectableCall {
  let draft: ExpectationDraft

  /// States that the call is expected.
  public func state(_ action: MockAction<Value>?, times count: CallCount?, at place: SourcePlace) {
    draft.state(action?.performance ?? .nothing, count, at: place)
  }

  /// States that the call returns what the closure returns for the arguments, or throws what it throws.
  ///
  /// ```swift
  /// find.expect(any(), any()).toCall { id, realm in User(login: "\(realm)/\(id)") }
  /// ```
  @discardableResult
  public func toCall(
    times count: CallCount? = nil, file: StaticString = #filePath, line: UInt = #line,
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

  /// States that the call returns what the closure returns, and the range in which the number of calls must be.
  @discardableResult
  public func toCall(
    times counts: some RangeExpression<Int>, file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Value
  ) -> StatedExpectation<ExpectedTypedCall> {
    toCall(times: CallCount(counts), file: file, line: line, body)
  }
}
