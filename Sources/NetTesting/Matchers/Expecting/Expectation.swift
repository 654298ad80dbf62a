/// Starts an expectation about a value: `expect(users).to(equal([]))`.
///
/// ```swift
/// let user = service.getUser("trentm").record(afterEach: self)
/// expect(user.event).to(beSuccess())
/// ```
///
/// Works in an `XCTestCase` and in Swift Testing. An expectation that is not met fails the test at this line.
///
/// A closure may return the value. Each expectation then calls it, and one that is asynchronous is awaited:
///
/// ```swift
/// expect { try service.load() }.to(throwError())
/// await expect { try await service.reload() }.toNot(throwError())
/// ```
public func expect<Value>(
  _ value: @autoclosure @escaping () throws -> Value, file: StaticString = #filePath, line: UInt = #line
) -> Expectation<Value> {
  Expectation(evaluate: value, place: SourcePlace(file: file, line: line), reporter: .current)
}

/// Starts an expectation about the value that a closure returns: `expect { try load() }` is `expect(try load())`.
///
/// Otherwise the value would be the closure, which is not called and never throws. The label keeps this function away
/// from all other expectations, whose types the compiler would otherwise take several times as long to find.
public func expect<Value>(
  calling body: @escaping () throws -> Value, file: StaticString = #filePath, line: UInt = #line
) -> Expectation<Value> {
  Expectation(evaluate: body, place: SourcePlace(file: file, line: line), reporter: .current)
}

/// A value with an expectation.
///
/// Create one with ``expect(_:file:line:)``.
public struct Expectation<Value> {
  let evaluate: () throws -> Value
  let place: SourcePlace
  let reporter: TestReporter

  /// Fails the test unless the value matches.
  ///
  /// ```swift
  /// expect(network.requestCallCount).to(equal(1))
  /// ```
  public func to(_ matcher: Matcher<Value>) {
    if let message = complaint(about: matcher, wanted: true) { reporter.fail(message, at: place) }
  }

  /// Fails the test if the value matches, or if there is no value.
  ///
  /// ```swift
  /// expect(user.event).toNot(beFailure())
  /// ```
  public func toNot(_ matcher: Matcher<Value>) {
    if let message = complaint(about: matcher, wanted: false) { reporter.fail(message, at: place) }
  }

  /// The same as ``toNot(_:)``.
  public func notTo(_ matcher: Matcher<Value>) { toNot(matcher) }

  /// What the texts of two values do not show; nil if they show that the values differ.
  private static func note(on values: (expected: Any, actual: Any)) -> String? {
    let texts = (spelling(of: values.expected), spelling(of: values.actual))
    return DifferingTexts(expected: texts.0, actual: texts.1, of: values).note
  }

  /// The failure message; nil if the expectation is met.
  ///
  /// - `end`: The end of a wait as text: " within 3.0 seconds".
  ///
  /// The values of this module that the expression reads are recorded.
  func complaint(
    about matcher: Matcher<Value>, wanted: Bool, until end: String = "",
    noting reads: ChangeReads = ChangeReads()
  ) -> String? {
    let start = "expected \(wanted ? "" : "anything but ")"
    var expected: String { "\(start)\(excerpt(of: matcher.expected, limit: 2_000))\(end)" }
    do {
      // If the value is a recording, the matcher reads it, too.
      let (judgement, value) = try ChangeReads.$current.withValue(reads) { () throws -> (Judgement, Value) in
        let value = try evaluate()
        return (matcher.judge(value), value)
      }
      switch (judgement.kind, wanted) {
      case (.matches, true), (.differs, false): return nil
      case (.differs, _), (.matches, false):
        let compared = wanted ? matcher.compared(value) : nil
        let texts = DifferingTexts(
          expected: matcher.expected, actual: judgement.got, limit: 2_000, of: compared)
        let note = wanted ? (texts.note ?? compared.flatMap(Self.note)).map { "; \($0)" } ?? "" : ""
        // Not nil, but of something that has no value yet: the elements of a recording, the count of calls.
        let reason = reads.whyNothing.isEmpty ? "" : reads.explanation
        return "\(start)\(texts.expected)\(end), got \(texts.actual)\(note)\(reason)"
      case (.neither, _):
        let got = excerpt(of: judgement.got)
        return "\(expected), got \(got)\(wanted ? "" : ", which fails either way")\(reads.explanation)"
      }
    } catch {
      return "\(expected), but the expression threw \(excerpt(of: spelling(of: error), limit: 2_000))"
    }
  }
}

extension ChangeReads {
  /// Explains why there is no value: the values that were read, and what the test may be waiting for.
  ///
  /// Empty if nothing is known.
  fileprivate var explanation: String {
    let reasons = whyNothing
    if reasons.contains(where: \.isFinal) { return ": " + reasons.map(\.words).joined(separator: "; ") }
    let awaited = TestScope.current?.awaited ?? []
    guard !(reasons.isEmpty && awaited.isEmpty) else { return "" }
    let question = """
      is a request pending, has virtual time not advanced, or must the test await another thread, such as the main one?
      """
    let advice = awaited.isEmpty ? [question] : []
    return ": " + (reasons.map(\.words) + awaited + advice).joined(separator: "; ")
  }
}
