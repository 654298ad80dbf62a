/// A call to expect: a member, and matchers of its arguments.
///
/// ```swift
/// expect.baz(buz: 3).to(.return(4)).and.to(.return(5))
/// expect.baz(buz: any()).toAlways(.return(0))
/// expect.save().toBeCalled(times: 1...3)
/// ```
///
/// Nothing is expected until one of its functions is called. If none is, the mock fails the test when it is verified.
public struct ExpectedCall: ExpectableCall {
  let draft: ExpectationDraft

  init(mock: Mock, member: MockMember, labels: [String], _ arguments: [(any Sendable)?]) {
    draft = ExpectationDraft(mock: mock, member: member, labels: labels, arguments: arguments)
  }

  /// States that the call is expected.
  public func state(_ action: MockAction<Any>?, times count: CallCount?, at place: SourcePlace) {
    draft.state(action?.performance ?? .nothing, count, at: place)
  }
}

/// An expectation that has been stated.
public struct StatedExpectation<Call: Sendable>: Sendable {
  /// The same call again, to state what happens next time.
  ///
  /// ```swift
  /// expect.foo.to(.return("first")).and.to(.return("second"))
  /// ```
  public let and: Call
}

/// An expectation that has not been stated: everything but its action, its count and its line.
struct ExpectationDraft: Sendable {
  let mock: Mock
  let member: MockMember
  let labels: [String]
  let matchers: [ErasedArgumentMatcher]
  private let chain = ExpectationChain()
  /// The positions of arguments that cannot be compared.
  private let unusable: [(position: Int, type: String)]

  init(
    mock: Mock, member: MockMember, labels: [String], matchers: [ErasedArgumentMatcher], at place: SourcePlace
  ) {
    self.mock = mock
    self.member = member
    self.labels = labels
    self.matchers = matchers
    unusable = []
    begin(at: place)
  }

  init(mock: Mock, member: MockMember, labels: [String], arguments: [(any Sendable)?]) {
    self.mock = mock
    self.member = member
    self.labels = labels
    let matchers = arguments.map(ErasedArgumentMatcher.init(standingFor:))
    unusable = zip(matchers.indices, zip(matchers, arguments)).compactMap { position, pair in
      pair.0 == nil ? (position, pair.1.map { "\(type(of: $0))" } ?? "nil") : nil
    }
    self.matchers = matchers.map {
      $0 ?? ErasedArgumentMatcher("a value that cannot be compared") { _ in false }
    }
    begin(at: nil)
  }

  private func begin(at place: SourcePlace?) {
    mock.begin(chain, member.text(labels, matchers), finish: "toBeCalled() or to(…)", at: place)
  }

  func state(_ performance: MockPerformance, _ count: CallCount?, at place: SourcePlace) {
    mock.finish(chain)
    let expectation = MockExpectation(
      member: member, labels: labels, matchers: matchers, count: count ?? .once, performance: performance,
      place: place, isCountStated: count != nil, chain: chain)
    for (position, type) in unusable {
      mock.reporter.fail(
        """
        The argument \(argumentName(labels[position], at: position)) of \(expectation.text) is of type \(type), which \
        is not Equatable, so nothing can be equal to it.
        Use a matcher: satisfying("…") { … }, instance(of: \(type).self), or any(). \(TypeEquality.advice)
        """, at: place)
    }
    mock.add(expectation)
  }
}
