/// Says which requests a stub is for: a description, and a predicate over a complete request.
///
/// ```swift
/// let matcher: RequestMatcher = .get("https://api.github.com/users/{username}") && .header("Accept", equals: "*/*")
/// ```
///
/// Matchers combine with `&&`, `||` and `!`. One of your own is a static member in an extension of this type.
public struct RequestMatcher: Sendable, CustomStringConvertible {
  /// What it asks for, in words that a failure message can quote.
  public let description: String
  /// The parts it asks for, each reported apart when a request nearly matches.
  package let criteria: [Criterion]
  private let predicate: @Sendable (RecordedRequest) -> Bool
  /// What is wrong with the matcher itself, which then matches nothing: mocks fail the test with it.
  package let misuse: StubMisuse?
  /// The state that a scenario has to be in, and what it moves to when a stub of this matcher answers.
  package let step: StubScenario.Step?

  /// One part of what a matcher asks for.
  package struct Criterion: Sendable {
    /// The part: `method`, `path`, `header Accept`.
    package var part: String
    /// What is expected there.
    package var expected: String
    /// What a request has there.
    package var actual: @Sendable (RecordedRequest) -> String
    /// Whether that will do.
    package var matches: @Sendable (RecordedRequest) -> Bool
    /// Where a request differs, in lines; nil where expected and actual say it.
    package var differences: (@Sendable (RecordedRequest) -> [String]?)?
    /// Which secrets differ, in words, beside what expected and actual show.
    package var hidden: (@Sendable (RecordedRequest) -> [String])?
    /// What stands in a request for the names of a URL template.
    package var captures: (@Sendable (RecordedRequest) -> [String: String])?

    package init(
      part: String, expected: String, actual: @escaping @Sendable (RecordedRequest) -> String,
      matches: @escaping @Sendable (RecordedRequest) -> Bool,
      differences: (@Sendable (RecordedRequest) -> [String]?)? = nil,
      hidden: (@Sendable (RecordedRequest) -> [String])? = nil
    ) {
      self.differences = differences
      self.hidden = hidden
      self.part = part
      self.expected = expected
      self.actual = actual
      self.matches = matches
    }
  }

  /// Makes a matcher of a predicate.
  ///
  /// The predicate is called on the threads that make requests, outside all locks.
  public init(_ description: String, matches predicate: @escaping @Sendable (RecordedRequest) -> Bool) {
    self.init(
      description,
      criteria: [
        Criterion(part: "request", expected: description, actual: \.description, matches: predicate)
      ], matches: predicate)
  }

  /// Makes a matcher whose parts are reported apart.
  package init(
    _ description: String, criteria: [Criterion],
    misuse: StubMisuse? = nil, step: StubScenario.Step? = nil,
    matches predicate: (@Sendable (RecordedRequest) -> Bool)? = nil
  ) {
    self.misuse = misuse
    self.step = step
    self.description = description
    self.criteria = criteria
    self.predicate = predicate ?? { request in criteria.allSatisfy { $0.matches(request) } }
  }

  /// Makes a matcher of one part.
  package init(
    _ description: String, part: String, expected: String,
    actual: @escaping @Sendable (RecordedRequest) -> String,
    matches: @escaping @Sendable (RecordedRequest) -> Bool
  ) {
    self.init(
      description, criteria: [Criterion(part: part, expected: expected, actual: actual, matches: matches)])
  }

  /// Whether the request is one that this asks for.
  public func matches(_ request: RecordedRequest) -> Bool { misuse == nil && predicate(request) }

  /// What stands in the request for the names of its URL templates.
  package func captures(of request: RecordedRequest) -> [String: String] {
    criteria.reduce(into: [:]) { captures, criterion in
      captures.merge(criterion.captures?(request) ?? [:]) { first, _ in first }
    }
  }

  /// Every request.
  public static let everything = RequestMatcher("every request", criteria: [])
}
