extension Mock {
  /// Begins the statement of an expectation: `mock.expect.foo.to(.return("bar"))`.
  public var expect: ExpectedMembers { ExpectedMembers(mock: self) }
}

/// The members of a mock, to state what is expected of them: `expect.foo`, `expect.baz(buz: 3)`.
@dynamicMemberLookup
public struct ExpectedMembers: Sendable {
  let mock: Mock

  /// The member of this name.
  public subscript(dynamicMember name: String) -> ExpectedMember { ExpectedMember(mock: mock, name: name) }
}

/// A member of a mock, to state what is expected of it: as it stands a property, with arguments a function.
@dynamicCallable
public struct ExpectedMember: Sendable {
  let mock: Mock
  let name: String

  /// The function, called with arguments that are like these: matchers, or values that they are equal to.
  ///
  /// A value that is no matcher has to be `Equatable`, or of a class, whose very instance is then expected.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, (any Sendable)?>
  ) -> ExpectedCall {
    ExpectedCall(
      mock: mock, member: MockMember(.call, name), labels: arguments.map(\.key), arguments.map(\.value))
  }

  /// States what the property is when it is read.
  ///
  /// Use `and` of the result to state what it is after that.
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

  /// States what the property is whenever it is read and no other expectation has it.
  @discardableResult
  public func toAlways(
    _ action: MockAction<Any>, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    reading.toAlways(action, file: file, line: line)
  }

  /// States how often the property is read; it then has the default of its type.
  @discardableResult
  public func toBeRead(
    times count: CallCount? = nil, file: StaticString = #filePath, line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    reading.toBeCalled(times: count, file: file, line: line)
  }

  /// States that the property is set, to a value like this: a matcher, or what it is equal to.
  ///
  /// ```swift
  /// example.expect.foo.toBeSet(to: "bar")
  /// example.expect.count.toBeSet(to: greaterThan(3), times: 2)
  /// ```
  @discardableResult
  public func toBeSet(
    to value: (any Sendable)?, times count: CallCount? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) -> StatedExpectation<ExpectedCall> {
    ExpectedCall(mock: mock, member: MockMember(.set, name), labels: [""], [value])
      .toBeCalled(times: count, file: file, line: line)
  }

  private var reading: ExpectedCall {
    ExpectedCall(mock: mock, member: MockMember(.get, name), labels: [], [])
  }
}
