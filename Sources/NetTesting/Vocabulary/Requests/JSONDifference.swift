import Net

/// A path at which a JSON value is not as expected, for a failure message.
///
/// Numbers are equal by value, so that `1` is `1.0`. Strings and keys are equal by code point (RFC 8259 section 8.3).
struct JSONDifference: Sendable, Hashable {
  /// The path: `items[2].name`; empty for the whole value.
  var path: String
  /// The expected value; nil for none.
  var expected: JSONValue?
  /// The actual value; nil for none.
  var actual: JSONValue?
  /// Whether a name in the path is secret.
  var isSecret = false

  /// The maximum number of differences that are looked for.
  static let limit = 1_000

  /// Returns whether an actual value is as expected.
  ///
  /// - `allowsMore`: Whether objects may have further members.
  static func agrees(_ actual: JSONValue, with expected: JSONValue, allowsMore: Bool) -> Bool {
    switch (actual, expected) {
    case (.object(let actual), .object(let expected)):
      guard allowsMore || actual.count == expected.count else { return false }
      return expected.allSatisfy { name, value in
        actual[name].map { agrees($0, with: value, allowsMore: allowsMore) } ?? false
      }
    case (.array(let actual), .array(let expected)):
      return actual.count == expected.count
        && zip(actual, expected).allSatisfy { agrees($0, with: $1, allowsMore: allowsMore) }
    default: return isEqual(actual, expected)
    }
  }

  /// Returns the differences in the order of the keys, and at most ``limit`` of them.
  ///
  /// - `actual`: The actual value.
  /// - `expected`: The expected value.
  /// - `allowsMore`: Whether objects may have further members.
  static func between(
    _ actual: JSONValue, and expected: JSONValue, allowsMore: Bool, redaction: Redaction = .standard
  ) -> [JSONDifference] {
    var search = Search(allowsMore: allowsMore, redaction: redaction)
    search.compare(actual, expected)
    return search.found
  }

  /// Looks at each value once, and only below the differences at the names that lead there.
  private struct Search {
    private enum Step {
      case name(String)
      case index(Int)
    }

    let allowsMore: Bool
    let redaction: Redaction
    private(set) var found: [JSONDifference] = []
    /// The way to the values that are compared.
    private var steps: [Step] = []

    init(allowsMore: Bool, redaction: Redaction) {
      self.allowsMore = allowsMore
      self.redaction = redaction
    }

    mutating func compare(_ actual: JSONValue?, _ expected: JSONValue?) {
      switch (actual, expected) {
      case (.object(let actual)?, .object(let expected)?):
        let further = allowsMore ? [] : actual.keys.filter { expected[$0] == nil }
        for key in (Array(expected.keys) + further).map(ExactText.init).sorted() {
          compare(actual[key.text], expected[key.text], below: .name(key.text))
        }
      case (.array(let actual)?, .array(let expected)?):
        for index in 0..<max(actual.count, expected.count) where found.count < limit {
          compare(
            index < actual.count ? .some(actual[index]) : .none,
            index < expected.count ? .some(expected[index]) : .none, below: .index(index))
        }
      case (let actual?, let expected?) where isEqual(actual, expected): break
      default: found.append(difference(actual, expected))
      }
    }

    private mutating func compare(_ actual: JSONValue?, _ expected: JSONValue?, below step: Step) {
      guard found.count < limit else { return }
      steps.append(step)
      compare(actual, expected)
      steps.removeLast()
    }

    private func difference(_ actual: JSONValue?, _ expected: JSONValue?) -> JSONDifference {
      var difference = JSONDifference(path: "", expected: expected, actual: actual)
      for step in steps {
        switch step {
        case .name(let name):
          difference.path += JSONDifference.step(to: name, from: difference.path)
          if redaction.hides(bodyName: name) { difference.isSecret = true }
        case .index(let index): difference.path += "[\(index)]"
        }
      }
      return difference
    }
  }

  /// The step to a member: `.name`, `name` at the beginning of a path, or `["a b"]` for a name with other characters.
  static func step(to name: String, from path: String) -> String {
    let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard isPlain else { return "[\(name.debugDescription)]" }
    return path.isEmpty ? name : ".\(name)"
  }

  private static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    // The nearest `Double` of a large integer may be another number.
    case (.integer(let integer), .double(let double)), (.double(let double), .integer(let integer)):
      Int64(exactly: double) == integer
    default: left == right
    }
  }

  /// The differences, one per line and at most ten, each with the part of the request.
  static func report(
    _ differences: [JSONDifference], part: String, _ redaction: Redaction = .standard
  ) -> [String] {
    let shown = differences.prefix(10).map { difference in
      let place = difference.path.isEmpty ? part : "\(part) at \(excerpt(ofPath: difference.path))"
      guard difference.isSecret else {
        let texts = DifferingTexts(
          expected: text(of: difference.expected, redaction), actual: text(of: difference.actual, redaction),
          limit: 100, of: difference.longTexts)
        return "\(place): \(texts.words)"
      }
      let isThere = difference.expected != nil && difference.actual != nil
      let words = [difference.expected, difference.actual].map {
        $0 == nil ? "nothing" : Redaction.placeholder
      }
      return "\(place): expected \(words[0]), got \(isThere ? "another value, " : "")\(words[1])"
    }
    let left = differences.count - shown.count
    let atLeast = differences.count < limit ? "" : "at least "
    return left > 0 ? shown + ["\(part): and \(atLeast)\(left.counted("more difference"))"] : shown
  }

  /// Both values, if they are texts that reports show only the beginnings of.
  private var longTexts: (expected: Any, actual: Any)? {
    guard case .string(let expected)? = expected, case .string(let actual)? = actual,
      max(expected.utf8.count, actual.utf8.count) > Redaction.shownJSON
    else { return nil }
    return (expected, actual)
  }

  private static func text(of value: JSONValue?, _ redaction: Redaction) -> String {
    value.map(redaction.text) ?? "nothing"
  }
}
