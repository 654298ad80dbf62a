import Net

/// The engine of a mock object: it answers calls of its members as the test has stated, and records them.
///
/// Store one in a class that conforms to the collaborator's protocol, and forward each member to it:
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
/// Then state expectations and use the object:
///
/// ```swift
/// let example = MockExample().verified(afterEach: self)
/// example.expect.foo.to(.return("bar"))
/// example.expect.baz(buz: 3).to(.return(4))
/// ```
///
/// A call goes to the expectation that matches its arguments; `to` of ``ExpectableCall`` explains which
/// one if there are several. A call that matches none runs no action and counts for no expectation. It fails the test
/// with a table of the arguments, at the line of the nearest expectation, or at the line where the mock was created if
/// the member has none. A throwing member then throws a ``MockFailure``. Any other member returns a ``MockDefault``,
/// or the value passed to ``call(orElse:)``. Only if its type has neither, the process stops, with the report on the
/// standard error.
///
/// A mock verifies itself at the end of the test: in Swift Testing with the trait `.netTesting`, the test that creates
/// it or states an expectation of it, and every test that is passed with `afterEach:`. An expectation that nothing
/// would verify fails the test immediately, at its own line.
///
/// Safe under concurrent calls: your closures and matchers are never called under a lock.
public final class Mock: Sendable {
  private struct State: Sendable {
    var table = ExpectationTable()
    /// The calls, in the order in which they were assigned; nil until one is recorded.
    var calls: [MockCall?] = []
    /// The expectations that state nothing yet.
    var begun: [BegunExpectation] = []
    var place: SourcePlace

    var recordedCalls: [MockCall] { calls.compactMap(\.self) }
  }

  private let state: Lock<State>
  private let changes = Changes()
  private let verification = Verification()
  let reporter = TestReporter.current

  /// Creates a mock with no expectations.
  ///
  /// In Swift Testing, with the trait `.netTesting`, it verifies itself when the test ends. In an `XCTestCase`, pass
  /// the test with `afterEach: self`, or use ``Mockable/verified(afterEach:file:line:)`` on the mock object.
  public init(file: StaticString = #filePath, line: UInt = #line) {
    state = Lock(State(place: SourcePlace(file: file, line: line)))
    verification.joinCurrentScope { [self] isDue in verify(isDue) }
  }

  /// Creates a mock that verifies itself when the test ends.
  ///
  /// ```swift
  /// let mock = Mock(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(file: file, line: line)
    verify(afterEach: test, at: SourcePlace(file: file, line: line))
  }

  /// Verifies the mock when the test ends.
  func verify(afterEach test: some TestLifetime, at place: SourcePlace) {
    verification.join(test, at: place) { [self] in verify() }
  }

  /// The line where failures that belong to no expectation are reported.
  var place: SourcePlace { state.withLock { $0.place } }

  func move(to place: SourcePlace) { state.withLock { $0.place = place } }

  /// The recorded calls, in order.
  ///
  /// ```swift
  /// #expect(mock.calls.baz.count == 2)
  /// ```
  public var calls: MockCallLog {
    changes.noteRead()
    return MockCallLog(state.withLock { $0.recordedCalls })
  }

  /// Fails the test for each expectation that was called less often than required, at the line where it was stated, and
  /// for each that was begun and states nothing, such as `expect.ping()` without `toBeCalled()`.
  ///
  /// An expectation that need not be called fails, too, if a call shows that it can never match, because the type of a
  /// matcher is not that of the argument.
  ///
  /// The end of the test does this, too, unless the test has thrown an error, or was cancelled or skipped. Each
  /// expectation is reported only once.
  public func verify() { verify { _ in true } }

  private func verify(_ isDue: (ExpectingTest) -> Bool) {
    let (owed, misused, calls, begun, place) = state.withLock { state in
      defer { state.begun.removeAll { isDue($0.test) } }
      return (
        state.table.takeOwed(isDue), state.table.takeMisused(isDue), state.calls,
        state.begun.filter { isDue($0.test) }, state.place
      )
    }
    guard !TestScope.isCutShort else { return }
    for expectation in begun { reporter.fail(expectation.report, at: expectation.place ?? place) }
    for expectation in owed {
      reporter.fail(MockReport.unmet(expectation, calls: calls), at: expectation.place)
    }
    report(misused)
  }

  private func report(_ misused: [MockExpectation]) {
    for expectation in misused {
      if let misuse = expectation.misuse { reporter.fail(misuse, at: expectation.place) }
    }
  }

  /// Notes an expectation that states nothing until it is finished.
  func begin(_ chain: ExpectationChain, _ text: String, finish ending: String, at place: SourcePlace?) {
    let begun = BegunExpectation(chain: chain, text: text, ending: ending, place: place)
    state.withLock { $0.begun.append(begun) }
    verification.joinCurrentScope { [self] isDue in verify(isDue) }
  }

  /// Notes that an expectation has been stated, or has become a call.
  func finish(_ chain: ExpectationChain) {
    state.withLock { $0.begun.removeAll { $0.chain === chain } }
  }

  func add(_ expectation: MockExpectation) {
    var expectation = expectation
    expectation.step = CallOrder.current?.join(
      expectation.text, count: expectation.count, at: expectation.place)
    state.withLock { state in
      expectation.earlierCalls = state.calls.count
      state.table.add(expectation)
    }
    guard expectation.isOwed else { return }
    verification.joinCurrentScope { [self] isDue in verify(isDue) }
    verification.requireEnd(
      for: "\(expectation.text) is expected \(expectation.count)", at: expectation.place, reporter: reporter)
  }

  /// Assigns a call to its expectation; returns what records it.
  ///
  /// A test may wait until the call is recorded. By then its arguments are captured, and its failure is reported.
  ///
  /// The matchers are called outside the lock.
  func take(
    _ member: MockMember, _ arguments: MockArguments
  ) -> (outcome: ExpectationTable.Outcome, record: () -> Void) {
    let table = state.withLock { $0.table }
    let candidates = table.candidates(for: member, arguments)
    let types = table.types(for: member, arguments, candidates: candidates)
    let description = member.text(arguments.texts)
    let (outcome, number) = state.withLock { state in
      let outcome = state.table.take(from: candidates) { $0.order.take($0.index) }
      if case .answered = outcome { state.table.note(types) }
      state.calls.append(nil)
      return (outcome, state.calls.count - 1)
    }
    let wasExpected = if case .answered = outcome { true } else { false }
    let call = MockCall(
      member: member, arguments: CallArguments(arguments), wasExpected: wasExpected, description: description)
    return (outcome, { [self] in record(call, number: number) })
  }

  private func record(_ call: MockCall, number: Int) {
    state.withLock { $0.calls[number] = call }
    changes.notify()
    // Without an end of the test nothing would report them later.
    if verification.lacksEnd { report(state.withLock { $0.table.takeMisused() }) }
  }

  /// The expectations, for a report.
  var expectations: [MockExpectation] { state.withLock { $0.table.expectations } }
}
