/// A mock function whose types are known: a wrong type does not compile, neither in an expectation nor in its result.
///
/// ```swift
/// let find = Mocked<Int, String, User>("find")  // (Int, String) -> User
/// find.expect(3, any()).to(.return(User(login: "trentm")))
/// let service = Service(find: find.function)
/// ```
///
/// As a member of a mock object it uses the same ``Mock`` as the dynamic form, and is verified with it:
///
/// ```swift
/// final class MockUsers: Users, Mockable {
///   let mock = Mock()
///   var finding: Mocked<Int, String, User> { Mocked("find(_:in:)", of: mock) }
///   func find(_ id: Int, in realm: String) -> User { finding(id, realm) }
/// }
/// ```
///
/// The last type is the return type, the types before it are those of the arguments. All rules of ``Mock`` apply:
/// which expectation answers a call, where failures are reported, and what is returned then.
public struct Mocked<each Argument, Value>: Sendable {
  let mock: Mock
  let name: String
  let labels: [String]

  /// Creates a mock function that is a member of a mock object.
  ///
  /// The name may contain argument labels. Without them, the arguments have no labels.
  public init(_ name: String, of mock: Mock) {
    self.mock = mock
    let parts = name.split(separator: "(", maxSplits: 1)
    self.name = parts.first.map(String.init) ?? name
    let labels = parts.dropFirst().first.map { $0.dropLast().split(separator: ":") } ?? []
    self.labels = labels.map { $0 == "_" ? "" : String($0) }
  }

  /// Creates a mock function that does not belong to a mock object.
  ///
  /// In Swift Testing, with the trait `.netTesting`, the function is verified at the end of the test. In an
  /// `XCTestCase`, pass the test with `afterEach: self`.
  public init(_ name: String = "function", file: StaticString = #filePath, line: UInt = #line) {
    self.init(name, of: Mock(file: file, line: line))
  }

  /// Creates a mock function that does not belong to a mock object and is verified at the end of the test.
  public init(
    _ name: String = "function", afterEach test: some TestLifetime, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(name, of: Mock(afterEach: test, file: file, line: line))
  }

  /// The recorded calls of the function, in order.
  public var calls: MockCallLog { mock.calls[name] }

  /// Fails the test for each expectation that was called less often than required.
  public func verify() { mock.verify() }

  var member: MockMember { MockMember(.call, name) }

  func padded(_ count: Int) -> [String] {
    (0..<count).map { labels.indices.contains($0) ? labels[$0] : "" }
  }

  func arguments(_ argument: repeat each Argument) -> MockArguments {
    var values: [Any?] = []
    for value in repeat each argument { values.append(value) }
    return MockArguments(labels: padded(values.count), values: values)
  }
}

extension Mocked {
  /// Calls the mock from a function that does not throw.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    mock.answer(member, arguments(repeat each argument), or: MockFallback<Value, Never>())
  }

  /// Calls the mock from a function that does not throw, with a value to return for an unexpected call.
  public func callAsFunction(_ argument: repeat each Argument, orElse value: Value) -> Value {
    mock.answer(member, arguments(repeat each argument), or: MockFallback<Value, Never>(value: value))
  }

  /// Calls the mock from a function that throws.
  ///
  /// ```swift
  /// func find(_ id: Int, in realm: String) throws -> User { try finding.throwing(id, realm) }
  /// ```
  public func throwing(_ argument: repeat each Argument) throws -> Value {
    try mock.answer(member, arguments(repeat each argument), or: MockFallback<Value, any Error>())
  }

  /// Calls the mock from a function that throws errors of one type.
  public func throwing<Failure: Error>(
    _ argument: repeat each Argument, as type: Failure.Type, orElse failure: Failure? = nil
  ) throws(Failure) -> Value {
    try mock.answer(
      member, arguments(repeat each argument), or: MockFallback<Value, Failure>(failure: failure))
  }

  /// Calls the mock from an async function that throws.
  public func async(_ argument: repeat each Argument) async throws -> Value {
    try await mock.answerAsync(
      member, arguments(repeat each argument), or: MockFallback<Value, any Error>())
  }

  /// The function as a closure, for code that takes its collaborators as functions.
  ///
  /// Pass it, or store it. To call the mock, write `find(3, "staff")`: `find.function(3, "staff")` does not compile,
  /// because Swift then looks for a method, such as ``function(orElse:)``.
  public var function: @Sendable (repeat each Argument) -> Value {
    { (argument: repeat each Argument) in self(repeat each argument) }
  }

  /// The function as a closure, with a value to return for an unexpected call.
  public func function(orElse value: Value) -> @Sendable (repeat each Argument) -> Value
  where Value: Sendable {
    { (argument: repeat each Argument) in self(repeat each argument, orElse: value) }
  }

  /// The function as a throwing closure.
  public var throwingFunction: @Sendable (repeat each Argument) throws -> Value {
    { (argument: repeat each Argument) in try self.throwing(repeat each argument) }
  }
}

extension Mocked {
  /// A call with matching arguments, for stating an expectation.
  ///
  /// ```swift
  /// find.expect(greaterThan(0), "staff").to(.return(trent)).and.to(.throw(UserError.gone))
  /// ```
  public func expect(
    _ matcher: repeat ArgumentMatcher<each Argument>, file: StaticString = #filePath, line: UInt = #line
  ) -> ExpectedTypedCall<repeat each Argument, Value> {
    var matchers: [ErasedArgumentMatcher] = []
    for matcher in repeat each matcher { matchers.append(matcher.erased) }
    return ExpectedTypedCall(
      draft: ExpectationDraft(
        mock: mock, member: member, labels: padded(matchers.count), matchers: matchers,
        at: SourcePlace(file: file, line: line)))
  }
}
