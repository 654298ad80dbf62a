/// Decides which requests a stub applies to: a description, and a predicate over a complete request.
///
/// ```swift
/// let matcher: RequestMatcher = .get("https://api.github.com/users/{username}") && .header("Accept", equals: "*/*")
/// ```
///
/// Matchers combine with `&&`, `||` and `!`. Define your own as a static member in an extension of this type.
public struct RequestMatcher: Sendable, CustomStringConvertible {
  /// A description of the requirement, for failure messages.
  public let description: String
  /// The parts it requires, each reported separately when a request nearly matches.
  package let criteria: [Criterion]
  private let predicate: @Sendable (RecordedRequest) -> Bool
  /// The misuse of the matcher itself, such as an invalid pattern.
  ///
  /// Such a matcher matches nothing, and mocks fail the test with a description of the misuse.
  package let misuse: StubMisuse?
  /// The state that a scenario must be in, and the state it moves to when a stub with this matcher answers.
  package let step: StubScenario.Step?

  /// One part of what a matcher requires.
  package struct Criterion: Sendable {
    /// The part: `method`, `path`, `header Accept`.
    package var part: String
    /// The expected value.
    package var expected: String
    /// The value in a request.
    package var actual: @Sendable (RecordedRequest) -> String
    /// Whether the value in a request matches.
    package var matches: @Sendable (RecordedRequest) -> Bool
    /// How a request differs, line by line; nil if the expected and the actual value say it.
    package var differences: (@Sendable (RecordedRequest) -> [String]?)?
    /// Which hidden secrets differ, as text.
    package var hidden: (@Sendable (RecordedRequest) -> [String])?
    /// Whether the expected value only describes what matches, such as a pattern, so that it cannot be compared with
    /// the actual one.
    package var isPattern = false
    /// The captures of a request for the names in a URL template.
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

    /// A condition for the whole request.
    static func whole(
      _ description: String, matches: @escaping @Sendable (RecordedRequest) -> Bool
    ) -> Criterion {
      var criterion = Criterion(
        part: "request", expected: description, actual: \.description, matches: matches)
      criterion.isPattern = true
      return criterion
    }
  }

  /// Creates a matcher from a predicate.
  ///
  /// The predicate is called on the threads that make requests, outside all locks.
  public init(_ description: String, matches predicate: @escaping @Sendable (RecordedRequest) -> Bool) {
    self.init(description, criteria: [.whole(description, matches: predicate)], matches: predicate)
  }

  /// Creates a matcher whose parts are reported separately.
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

  /// Creates a matcher with one part.
  package init(
    _ description: String, part: String, expected: String,
    actual: @escaping @Sendable (RecordedRequest) -> String,
    matches: @escaping @Sendable (RecordedRequest) -> Bool
  ) {
    self.init(
      description, criteria: [Criterion(part: part, expected: expected, actual: actual, matches: matches)])
  }

  /// Returns whether the request matches.
  public func matches(_ request: RecordedRequest) -> Bool { misuse == nil && predicate(request) }

  /// Returns the captures of the request for the names in URL templates.
  package func captures(of request: RecordedRequest) -> [String: String] {
    criteria.reduce(into: [:]) { captures, criterion in
      captures.merge(criterion.captures?(request) ?? [:]) { first, _ in first }
    }
  }

  /// Every request.
  public static let everything = RequestMatcher("every request", criteria: [])
}
