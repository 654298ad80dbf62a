import Net

/// What a body did at one level.
struct LevelRun<Value: Sendable>: Sendable {
  var level: TestNetwork.Level
  var result: Result<Value, any Error>
  var requests: [LevelRequest]
  /// The failures that the mock reported.
  var failures: [TestFailure]

  /// How two runs differ, one aspect per line; empty if they do not.
  func differences(to other: LevelRun, named names: (String, String)) -> [String] {
    let (left, right) = names
    var lines: [String] = []
    func line(_ aspect: String, _ mine: Any, _ others: Any) {
      let texts = DifferingTexts(
        expected: spelling(of: mine), actual: spelling(of: others), limit: 300, of: (mine, others))
      let note = texts.note.map { " (\($0))" } ?? ""
      lines += [
        "\(aspect) at \(left): \(texts.expected)\(note)", "\(aspect) at \(right): \(texts.actual)\(note)",
      ]
    }
    switch (result, other.result) {
    case (.success(let mine), .success(let others)):
      if isSame(mine, others) == false { line("value", mine, others) }
    case (.failure(let mine), .failure(let others)):
      if !LevelError.areSame(mine, others) { line("error", mine, others) }
    case (.success(let mine), .failure(let others)):
      lines += [
        "value at \(left): \(excerpt(of: spelling(of: mine)))",
        "error at \(right): \(excerpt(of: spelling(of: others)))",
      ]
    case (.failure(let mine), .success(let others)):
      lines += [
        "error at \(left): \(excerpt(of: spelling(of: mine)))",
        "value at \(right): \(excerpt(of: spelling(of: others)))",
      ]
    }
    let odd = LevelRequest.differences(requests, other.requests)
    guard !odd.left.isEmpty || !odd.right.isEmpty else { return lines }
    let counts = (requests.count, other.requests.count)
    lines.append("requests: \(counts.0) at \(left), \(counts.1) at \(right)")
    let note = LevelRequest.note(on: odd.left, odd.right).map { " (\($0))" } ?? ""
    lines += odd.left.prefix(3).map { "only at \(left): \($0.text)\(note)" }
    lines += odd.right.prefix(3).map { "only at \(right): \($0.text)\(note)" }
    return lines
  }
}

/// An error as it is compared between two levels.
enum LevelError {
  /// Whether two errors, or parts of them, are what the code under test may throw at every level.
  ///
  /// The phase in which a connection failed and the error of the transport are those of each transport. An error of the
  /// code under test is compared with `==` or by its parts, and the errors in it in the same way.
  static func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Error, let right = right as? any Error,
      let left = summary(of: left), let right = summary(of: right)
    {
      return left == right
    }
    guard type(of: left) == type(of: right) else { return false }
    if isSame(left, right) == true { return true }
    let (mine, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard holdsError(mine) || holdsError(others) else {
      var comparison = ContentComparison()
      return comparison.areSame(left, right)
    }
    return mine.children.count == others.children.count
      && zip(mine.children, others.children).allSatisfy {
        $0.label == $1.label && areSame($0.value, $1.value)
      }
  }

  /// What of an error of a network must be the same; nil for an error of the code under test.
  private static func summary(of error: any Error) -> String? {
    if let error = error as? NetworkError {
      let status = error.response.map { ", status \($0.status)" } ?? ""
      if case .transport = error.reason { return "NetworkError.transport\(status)" }
      return "NetworkError.\(error.reason)\(status)"
    }
    return domainAndCode(of: error).map { "\($0) \($1)" }
  }

  private static func holdsError(_ mirror: Mirror) -> Bool {
    mirror.children.contains { child in
      if child.value is any Error { return true }
      let part = Mirror(reflecting: child.value)
      return [.tuple, .optional].contains(part.displayStyle) && holdsError(part)
    }
  }
}
