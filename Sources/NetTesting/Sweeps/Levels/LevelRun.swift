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
    func line(_ aspect: String, _ mine: String, _ others: String) {
      let note = mine == others ? " (\(Redaction.hiddenDifference))" : ""
      lines += ["\(aspect) at \(left): \(mine)\(note)", "\(aspect) at \(right): \(others)\(note)"]
    }
    switch (result, other.result) {
    case (.success(let mine), .success(let others)):
      if isSame(mine, others) == false {
        line("value", excerpt(of: spelling(of: mine)), excerpt(of: spelling(of: others)))
      }
    case (.failure(let mine), .failure(let others)):
      if LevelError.summary(of: mine) != LevelError.summary(of: others) {
        line("error", excerpt(of: spelling(of: mine)), excerpt(of: spelling(of: others)))
      }
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
    let isHidden = odd.left.map(\.text) == odd.right.map(\.text)
    let note = isHidden ? " (\(Redaction.hiddenDifference))" : ""
    lines += odd.left.prefix(3).map { "only at \(left): \($0.text)\(note)" }
    lines += odd.right.prefix(3).map { "only at \(right): \($0.text)\(note)" }
    return lines
  }
}

/// An error as it is compared between two levels.
enum LevelError {
  /// The type of the error and what must be the same at every level.
  ///
  /// The phase in which a connection failed and the error of the transport are those of each transport. An error of the
  /// code under test is compared by its case, and the errors in it in the same way.
  static func summary(of error: any Error) -> String {
    if let error = error as? NetworkError {
      let status = error.response.map { ", status \($0.status)" } ?? ""
      if case .transport = error.reason { return "NetworkError.transport\(status)" }
      return "NetworkError.\(error.reason)\(status)"
    }
    if let (domain, code) = domainAndCode(of: error) { return "\(domain) \(code)" }
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum, let part = mirror.children.first else {
      return holdsError(mirror) ? "\(type(of: error))" + parts(of: mirror) : "\(type(of: error)) \(error)"
    }
    return "\(type(of: error)).\(part.label ?? "")(\(text(of: part.value)))"
  }

  private static func holdsError(_ mirror: Mirror) -> Bool {
    mirror.children.contains { $0.value is any Error }
  }

  private static func parts(of mirror: Mirror) -> String {
    mirror.children.map { "\($0.label ?? ""): \(text(of: $0.value))" }.joined(separator: ", ")
  }

  private static func text(of value: Any) -> String {
    if let error = value as? any Error { return summary(of: error) }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple && holdsError(mirror) ? parts(of: mirror) : "\(value)"
  }
}
