import Net

/// The heart of a mock object: it answers for its members as the test has stated, and writes down what was used.
///
/// Give one to a class that conforms to the protocol of a collaborator, and forward each member to it:
///
/// ```swift
/// protocol Example {
///   var foo: String { get }
///   func baz(buz: Int) -> Int
///   func save() throws
/// }
///
/// final class MockExample: Example, Mockable {
///   let mock = Mock()
///   var foo: String { mock.get.foo }
///   func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
///   func save() throws { try mock.throwing.call.save() }
/// }
/// ```
///
/// Then state what is expected, and use it:
///
/// ```swift
/// let example = MockExample().verified(afterEach: self)
/// example.expect.foo.to(.return("bar"))
/// example.expect.baz(buz: 3).to(.return(4))
/// ```
///
/// A call goes to the expectation that accepts its arguments; which one where several do,
/// ``ExpectableCall/to(_:times:file:line:)`` says. A call that none accepts runs nothing, uses nothing up, and fails the
/// test at the line of the nearest expectation with a table of the arguments, or at the line where the mock was made when
/// nothing is expected of that member. A member that throws then throws a ``MockFailure``. One that does not returns a
/// ``MockDefault``, or what ``call(orElse:)`` was given. For a type that has neither, and only then, the process
/// stops, with the report on the standard error.
///
/// Safe under concurrent calls: no closure and no matcher of yours is called under a lock.
public final class Mock: Sendable {
  private struct State: Sendable {
    var table = ExpectationTable()
    var calls: [MockCall] = []
    var place: SourcePlace
  }

  private let state: Lock<State>
  private let changes = Changes()
  let reporter = TestReporter.current

  /// Makes a mock of which nothing is expected.
  ///
  /// In Swift Testing, with the trait `.netTesting`, it verifies itself at the end of the test. In an
  /// `XCTestCase` give it the test, or the mock object ``Mockable/verified(afterEach:file:line:)``.
  public init(file: StaticString = #filePath, line: UInt = #line) {
    state = Lock(State(place: SourcePlace(file: file, line: line)))
    TestScope.current?.atEnd { [self] in verify() }
  }

  /// Makes a mock that verifies itself at the end of the test.
  ///
  /// ```swift
  /// let mock = Mock(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(file: file, line: line)
    test.atEnd(file: file, line: line) { [self] in verify() }
  }

  /// Where failures that belong to no expectation are reported.
  var place: SourcePlace { state.withLock { $0.place } }

  func move(to place: SourcePlace) { state.withLock { $0.place = place } }

  /// What has been used, in the order it happened.
  ///
  /// ```swift
  /// #expect(mock.calls.baz.count == 2)
  /// ```
  public var calls: MockCallLog {
    changes.noteRead()
    return MockCallLog(state.withLock { $0.calls })
  }

  /// Fails the test for each expectation that was called less often than it has to be, at the line where it was
  /// stated.
  ///
  /// What was reported is not reported again, so it may be called before the end of the test, too.
  public func verify() {
    let (owed, calls) = state.withLock { ($0.table.takeOwed(), $0.calls) }
    for expectation in owed {
      reporter.fail(MockReport.unmet(expectation, calls: calls), at: expectation.place)
    }
  }

  func add(_ expectation: MockExpectation) {
    var expectation = expectation
    expectation.step = CallOrder.current?.join(
      expectation.text, count: expectation.count, at: expectation.place)
    state.withLock { $0.table.add(expectation) }
  }

  /// Gives a call to the expectation that it is for, and writes it down. The matchers run outside the lock.
  func take(_ member: MockMember, _ arguments: MockArguments) -> ExpectationTable.Outcome {
    let candidates = state.withLock { $0.table }.candidates(for: member, arguments)
    let description = member.text(arguments.texts)
    let logged = CallArguments(arguments)
    let outcome = state.withLock { state in
      let outcome = state.table.take(from: candidates) { $0.order.take($0.index) }
      var wasExpected = false
      if case .answered = outcome { wasExpected = true }
      state.calls.append(
        MockCall(member: member, arguments: logged, wasExpected: wasExpected, description: description))
      return outcome
    }
    changes.notify()
    return outcome
  }

  /// The expectations, for a report.
  var expectations: [MockExpectation] { state.withLock { $0.table.expectations } }
}
