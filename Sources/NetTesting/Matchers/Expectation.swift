/// Begins a statement about a value: `expect(users).to(equal([]))`.
///
/// ```swift
/// let user = service.getUser("trentm").record(afterEach: self)
/// expect(user.event).to(beSuccess())
/// ```
///
/// Works in an `XCTestCase` and in Swift Testing. A statement that does not hold fails the test at this line.
public func expect<Value>(
  _ value: @autoclosure @escaping () throws -> Value, file: StaticString = #filePath, line: UInt = #line
) -> Expectation<Value> {
  Expectation(evaluate: value, place: SourcePlace(file: file, line: line), reporter: .current)
}

/// A value about which something is to be stated. ``expect(_:file:line:)`` makes one.
public struct Expectation<Value> {
  let evaluate: () throws -> Value
  let place: SourcePlace
  let reporter: TestReporter

  /// Fails the test unless the value is as the matcher expects.
  ///
  /// ```swift
  /// expect(network.requestCallCount).to(equal(1))
  /// ```
  public func to(_ matcher: Matcher<Value>) {
    if let message = complaint(about: matcher, wanted: true) { reporter.fail(message, at: place) }
  }

  /// Fails the test if the value is as the matcher expects, or if there is none to judge.
  ///
  /// ```swift
  /// expect(user.event).toNot(beFailure())
  /// ```
  public func toNot(_ matcher: Matcher<Value>) {
    if let message = complaint(about: matcher, wanted: false) { reporter.fail(message, at: place) }
  }

  /// What is wrong; nil when nothing is.
  func complaint(about matcher: Matcher<Value>, wanted: Bool, limit: Duration? = nil) -> String? {
    let limit = limit.map { " within \($0)" } ?? ""
    let expected = "expected \(wanted ? "" : "anything but ")\(matcher.expected)\(limit)"
    do {
      switch (matcher.verdict(on: try evaluate()), wanted) {
      case (.matches, true), (.differs, false): return nil
      case (.differs(let got), _), (.neither(let got), true): return "\(expected), got \(excerpt(of: got))"
      case (.matches(let got), false): return "\(expected), got \(excerpt(of: got))"
      case (.neither(let got), false): return "\(expected), got \(excerpt(of: got)), which is neither"
      }
    } catch {
      return "\(expected), but the expression threw \(excerpt(of: spelling(of: error)))"
    }
  }
}
