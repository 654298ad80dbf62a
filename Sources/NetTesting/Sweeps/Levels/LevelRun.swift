import Net

/// What a body did at one level.
struct LevelRun<Value: Sendable>: Sendable {
  var level: TestNetwork.Level
  var result: Result<Value, any Error>
  var requests: [LevelRequest]
  /// The failures that the mock reported.
  var failures: [TestFailure]
  /// Whether the body made a request with its network, or opened a WebSocket.
  var usesNetwork: Bool

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
      var comparison = ContentComparison(betweenLevels: true)
      if !comparison.areSame(mine, others) { line("error", mine, others) }
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
