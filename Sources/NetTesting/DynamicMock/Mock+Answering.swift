extension Mock {
  /// Answers a call.
  func answer<Value, Failure: Error>(
    _ member: MockMember, _ arguments: MockArguments, or fallback: MockFallback<Value, Failure>
  ) throws(Failure) -> Value {
    switch accept(member, arguments, returning: Value.self) {
    case .success(let expectation):
      try conclude(
        result(of: expectation, for: arguments, as: Value.self), of: expectation, or: fallback)
    case .failure(let failure): try fallback.resolve(failure.report)
    }
  }

  /// Answers a call to an async member.
  func answerAsync<Value, Failure: Error>(
    _ member: MockMember, _ arguments: MockArguments, or fallback: MockFallback<Value, Failure>
  ) async throws(Failure) -> Value {
    switch accept(member, arguments, returning: Value.self) {
    case .success(let expectation):
      let result: Result<Any?, any Error>
      if case .callAsync(let body) = expectation.performance {
        do { result = .success(try await body(arguments)) } catch { result = .failure(error) }
      } else {
        result = self.result(of: expectation, for: arguments, as: Value.self)
      }
      return try conclude(result, of: expectation, or: fallback)
    case .failure(let failure): return try fallback.resolve(failure.report)
    }
  }

  /// The expectation that a call goes to; if there is none, fails the test and returns the failure.
  private func accept<Value>(
    _ member: MockMember, _ arguments: MockArguments, returning type: Value.Type
  ) -> Result<MockExpectation, MockFailure> {
    let (outcome, record) = take(member, arguments)
    defer { record() }
    if case .answered(let expectation) = outcome {
      for (matcher, argument) in zip(expectation.matchers, arguments.values) { matcher.chosen(argument) }
      return .success(expectation)
    }
    let report = MockReport(
      member: member, arguments: arguments, expectations: expectations,
      returnsNothing: Value.self == Void.self)
    let (text, nearest) = report.text(of: outcome)
    reporter.fail(text, at: nearest ?? place)
    return .failure(MockFailure(report: text))
  }

  /// The result of the action of an expectation; a complaint if it is asynchronous.
  private func result<Value>(
    of expectation: MockExpectation, for arguments: MockArguments, as type: Value.Type
  ) -> Result<Any?, any Error> {
    switch expectation.performance {
    case .nothing:
      mockDefault(of: type).map { .success($0) }
        ?? .failure(Complaint(MockReport.missingValue(of: type, in: expectation)))
    case .value(let value): .success(value())
    case .failure(let error): .failure(error)
    case .call(let body): Result { try body(arguments) }
    case .callAsync: .failure(Complaint(MockReport.waits(expectation)))
    }
  }

  /// Returns the result of the action to the code under test; fails the test if its type does not fit.
  private func conclude<Value, Failure: Error>(
    _ result: Result<Any?, any Error>, of expectation: MockExpectation,
    or fallback: MockFallback<Value, Failure>
  ) throws(Failure) -> Value {
    let report: String
    switch result {
    case .success(let value):
      // First, because a literal is a value of `Any`, too.
      if let value = EmptyLiteral(standingFor: value)?.value(of: Value.self) { return value }
      if let value = casting(value, to: Value.self) { return value }
      // A closure that is used for its effect may be a single expression with a value.
      if case .call = expectation.performance, let nothing = () as? Value { return nothing }
      if case .callAsync = expectation.performance, let nothing = () as? Value { return nothing }
      report = MockReport.wrongType(value, insteadOf: Value.self, in: expectation)
    case .failure(let complaint as Complaint): report = complaint.report
    case .failure(let error as MockArgumentError):
      report = MockReport.wrongArgument(error, in: expectation)
    case .failure(let error):
      if let error = error as? Failure { throw error }
      report = MockReport.wrongError(error, insteadOf: Failure.self, in: expectation)
    }
    reporter.fail(report, at: expectation.place)
    return try fallback.resolve(report)
  }

  /// The misuse of an expectation that a call went to.
  private struct Complaint: Error {
    var report: String

    init(_ report: String) { self.report = report }
  }
}
