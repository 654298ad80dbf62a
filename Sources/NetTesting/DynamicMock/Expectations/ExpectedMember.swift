extension Mock {
  /// Starts an expectation: `mock.expect.foo.to(.return("bar"))`.
  public var expect: ExpectedMembers { ExpectedMembers(mock: self) }
}

/// The members of a mock, for stating expectations: `expect.foo`, `expect.baz(buz: 3)`.
@dynamicMemberLookup
public struct ExpectedMembers: Sendable {
  let mock: Mock

  /// The member with this name.
  public subscript(dynamicMember name: String) -> ExpectedMember { ExpectedMember(mock: mock, name: name) }
}

/// A member of a mock, for stating expectations: a property, or with arguments a function.
@dynamicCallable
public struct ExpectedMember: Sendable {
  let mock: Mock
  let name: String
  private let draft = ExpectationChain()

  init(mock: Mock, name: String) {
    self.mock = mock
    self.name = name
    mock.begin(draft, "\(name)", finish: "toBeRead(), to(…) or toBeSet(to:)", at: nil)
  }

  /// The function, called with matching arguments: matchers, or equal values.
  ///
  /// A value that is not a matcher must be `Equatable`, a type such as `User.self`, or an instance of a class, which is
  /// then compared by identity. Here the compiler does not know the type of `[]`: write `[Int]()`.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, (any Sendable)?>
  ) -> ExpectedCall {
    call(.call, labels: arguments.map(\.key), arguments.map(\.value))
  }

  /// States the value of the property when it is read.
  ///
  /// Use `and` on the result to state its value after that.
  ///
  /// ```swift
  /// example.expect.foo.to(.return("bar"))
  /// ```
  @discardableResult
  public func to(
    _ action: MockAction<Any>, times count: CallCount? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    reading.to(action, times: count, file: file, line: line)
  }

  /// States the value of the property when it is read, and the range in which the number of reads must be.
  @discardableResult
  public func to(
    _ action: MockAction<Any>, times counts: some RangeExpression<Int>, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    to(action, times: CallCount(counts), file: file, line: line)
  }

  /// States the value of the property if no other expectation answers the read.
  @discardableResult
  public func toAlways(
    _ action: MockAction<Any>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    reading.toAlways(action, file: file, line: line)
  }

  /// States how often the property is read; it returns the default of its type.
  @discardableResult
  public func toBeRead(
    times count: CallCount? = nil, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    reading.toBeCalled(times: count, file: file, line: line)
  }

  /// States the range in which the number of reads must be; the property returns the default of its type.
  @discardableResult
  public func toBeRead(
    times counts: some RangeExpression<Int>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    toBeRead(times: CallCount(counts), file: file, line: line)
  }

  // Disfavored, because `[]` would be an array of `Any`.
  /// States that the property is set to a matching value: a matcher, or an equal value.
  ///
  /// ```swift
  /// example.expect.foo.toBeSet(to: "bar")
  /// example.expect.count.toBeSet(to: greaterThan(3), times: 2)
  /// ```
  @_disfavoredOverload
  @discardableResult
  public func toBeSet(
    to value: (any Sendable)?, times count: CallCount? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    call(.set, labels: [""], [value]).toBeCalled(times: count, file: file, line: line)
  }

  /// States that the property is set to a matching value, and the range in which the number of times must be.
  @_disfavoredOverload
  @discardableResult
  public func toBeSet(
    to value: (any Sendable)?, times counts: some RangeExpression<Int>, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    toBeSet(to: value, times: CallCount(counts), file: file, line: line)
  }

  /// States that the property is set to an empty array, set or dictionary: `expect.ids.toBeSet(to: [])`.
  @discardableResult
  public func toBeSet(
    to empty: EmptyLiteral, times count: CallCount? = nil, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    call(.set, labels: [""], [empty]).toBeCalled(times: count, file: file, line: line)
  }

  /// States that the property is set to an empty array, set or dictionary, and the range in which the number of times
  /// must be.
  @discardableResult
  public func toBeSet(
    to empty: EmptyLiteral, times counts: some RangeExpression<Int>, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    toBeSet(to: empty, times: CallCount(counts), file: file, line: line)
  }

  private var reading: ExpectedCall { call(.get, labels: [], []) }

  private func call(
    _ kind: MockMember.Kind, labels: [String], _ arguments: [(any Sendable)?]
  ) -> ExpectedCall {
    mock.finish(draft)
    return ExpectedCall(mock: mock, member: MockMember(kind, name), labels: labels, arguments)
  }
}
