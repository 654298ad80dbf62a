extension MockReport {
  /// Reports an expectation that was called less often than required.
  ///
  /// - `calls`: The calls of the mock, in order; nil for one that is not recorded yet.
  static func unmet(_ expectation: MockExpectation, calls: [MockCall?]) -> String {
    func ofMember(_ calls: some Sequence<MockCall?>) -> [MockCall] {
      calls.compactMap(\.self).filter { $0.member == expectation.member }
    }
    let others = ofMember(calls)
    let earlier = ofMember(calls.prefix(expectation.earlierCalls)).count
    let participle = expectation.member.participle
    // A call before its turn or after it does not count.
    let turn = expectation.step != nil && !others.isEmpty ? " in order" : ""
    let verb =
      expectation.used == 0
      ? "not \(participle)\(turn)" : "\(participle) \(CallCount.times(expectation.used))"
    var lines = ["\(expectation.text) is expected \(expectation.count), and was \(verb)."]
    if !others.isEmpty {
      let shown = others.prefix(5).map(\.description).joined(separator: ", ")
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      lines.append("Calls: \(shown)\(more).")
    }
    if earlier > 0 {
      let first = earlier == 1 ? "The first one" : "The first \(earlier)"
      let all = earlier == 1 ? "The call" : "All of them"
      let which = earlier < others.count ? first : all
      lines.append("\(which) came before the expectation was stated here: state it first.")
    }
    if let misuse = expectation.misuse { return lines.joined(separator: "\n") + "\n" + misuse }
    let optional = expectation.count.limit.map { "times: 0...\($0)" } ?? expectation.unlimited
    lines.append("If it is optional, write \(optional).")
    return lines.joined(separator: "\n")
  }

  /// Reports a matcher that can never match, because the argument has another type.
  static func misuse(
    of expectation: MockExpectation, _ position: Int, _ types: String, _ argument: Any?
  ) -> String {
    """
    \(expectation.text) matches arguments of type \(types) only: \
    \(argumentName(expectation.labels[position], at: position)) was \(typed(argument)), which it can never match.
    Use a matcher of that type. If arguments of both types may come, write instance(of: \(types).self) && ….
    """
  }

  /// Reports an action whose value does not have the type that the member returns.
  static func wrongType<Value>(
    _ value: Any?, insteadOf type: Value.Type, in expectation: MockExpectation
  ) -> String {
    """
    \(expectation.text) returns \(typed(value)), but its mock asks for \(Value.self).
    Give it a value of that type (\(expectation.place)).
    """
  }

  /// Reports an action that throws an error that its member cannot throw.
  static func wrongError<Failure: Error>(
    _ error: any Error, insteadOf type: Failure.Type, in expectation: MockExpectation
  ) -> String {
    let member =
      Failure.self == Never.self
      ? """
      its mock does not throw.
      A member that throws is forwarded to mock.throwing
      """
      : """
      its mock throws \(Failure.self) only.
      Throw an error of that type
      """
    return "\(expectation.text) throws \(spelling(of: error)), but \(member) (\(expectation.place))."
  }

  /// Reports a closure that read an argument that is missing.
  static func wrongArgument(_ error: MockArgumentError, in expectation: MockExpectation) -> String {
    """
    The closure that answers \(expectation.text) could not read its arguments.
    \(error.description)
    Ask for an argument that \(expectation.member.name) has, as its type (\(expectation.place)).
    """
  }

  /// Reports an expectation without a value for a member that must return one.
  static func missingValue<Value>(of type: Value.Type, in expectation: MockExpectation) -> String {
    """
    \(expectation.text) is expected, but nothing is said of what it returns, and \(Value.self) has no default.
    Write to(.return(…)) with a value of that type (\(expectation.place)).
    """
  }

  /// Reports an async closure for a member that is not async.
  static func waits(_ expectation: MockExpectation) -> String {
    """
    \(expectation.text) is answered by .callAsync, but its mock does not wait.
    A member that is async is forwarded to mock.async (\(expectation.place)).
    """
  }
}
