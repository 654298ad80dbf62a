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

  /// Returns the differences, in the order of the keys.
  ///
  /// - `actual`: The actual value.
  /// - `expected`: The expected value.
  /// - `allowsMore`: Whether objects may have further members.
  static func between(
    _ actual: JSONValue, and expected: JSONValue, allowsMore: Bool, redaction: Redaction = .standard,
    at path: String = ""
  ) -> [JSONDifference] {
    switch (actual, expected) {
    case (.object(let actual), .object(let expected)):
      let keys = allowsMore ? Array(expected.keys) : Array(expected.keys) + actual.keys
      return Set(keys.map(ExactText.init)).sorted().flatMap { key in
        let name = key.text
        let differences = between(
          actual[name], and: expected[name], allowsMore: allowsMore, redaction: redaction,
          at: path + step(to: name, from: path))
        guard redaction.hides(bodyName: name) else { return differences }
        return differences.map { $0.hidden }
      }
    case (.array(let actual), .array(let expected)):
      return (0..<max(actual.count, expected.count)).flatMap { index in
        between(
          index < actual.count ? .some(actual[index]) : .none,
          and: index < expected.count ? .some(expected[index]) : .none, allowsMore: allowsMore,
          redaction: redaction, at: "\(path)[\(index)]")
      }
    default:
      if isEqual(actual, expected) { return [] }
      return [JSONDifference(path: path, expected: expected, actual: actual)]
    }
  }

  private static func between(
    _ actual: JSONValue?, and expected: JSONValue?, allowsMore: Bool, redaction: Redaction, at path: String
  ) -> [JSONDifference] {
    guard let actual, let expected else {
      return [JSONDifference(path: path, expected: expected, actual: actual)]
    }
    return between(actual, and: expected, allowsMore: allowsMore, redaction: redaction, at: path)
  }

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
      let place = difference.path.isEmpty ? part : "\(part) at \(difference.path)"
      guard difference.isSecret else {
        let texts = DifferingTexts(
          expected: text(of: difference.expected, redaction), actual: text(of: difference.actual, redaction),
          limit: 100)
        return "\(place): \(texts.words)"
      }
      let isThere = difference.expected != nil && difference.actual != nil
      let words = [difference.expected, difference.actual].map {
        $0 == nil ? "nothing" : Redaction.placeholder
      }
      return "\(place): expected \(words[0]), got \(isThere ? "another value, " : "")\(words[1])"
    }
    let left = differences.count - shown.count
    return left > 0 ? shown + ["\(part): and \(left.counted("more difference"))"] : shown
  }

  private var hidden: JSONDifference {
    var difference = self
    difference.isSecret = true
    return difference
  }

  private static func text(of value: JSONValue?, _ redaction: Redaction) -> String {
    value.map(redaction.text) ?? "nothing"
  }
}
