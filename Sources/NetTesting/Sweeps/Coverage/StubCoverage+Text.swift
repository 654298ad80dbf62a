import Net

extension StubCoverage: CustomStringConvertible {
  /// The number of used stubs and responses, what no request received, and the kinds of responses that are missing.
  public var description: String {
    guard !stubs.isEmpty else { return "There are no stubs." }
    let responses = stubs.flatMap(\.responses)
    var lines = [
      """
      \(stubs.count { $0.uses > 0 }) of \(stubs.count.counted("stub")) and \(responses.count { $0.uses > 0 }) of \
      \(responses.count.counted("response")) were used.
      """
    ]
    let gaps = stubs.filter { !$0.unused.isEmpty }
    if !gaps.isEmpty { lines.append("Not used:") }
    lines += gaps.map { Self.line("  \($0.matcher) (\($0.location)): \($0.gap)") }
    let missing = missingKinds
    if !missing.isEmpty { lines.append("No request received: \(missing.joined(separator: ", ")).") }
    return lines.joined(separator: "\n")
  }

  /// The text on one line, with a space for each character that could change a terminal.
  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisible ? " " : $0 }))
  }

  /// The kinds of responses that no request received: `3xx`, `4xx`, `a failure`.
  var missingKinds: [String] {
    let used = stubs.flatMap(\.responses).filter { $0.uses > 0 }.map(\.category)
    return Response.categories.filter { !used.contains($0) }
  }
}

extension StubCoverage.Stub {
  /// The name of the file and the line.
  var location: String { "\(file.split(separator: "/").last ?? "?"):\(line)" }

  /// What was not used.
  var gap: String {
    let kinds = unused.map(\.kind).joined(separator: "; ")
    return uses == 0 ? "never requested (\(kinds))" : kinds
  }
}

extension StubCoverage.Response {
  /// The categories of responses, of which each client should receive one in its tests.
  static let categories = ["2xx", "3xx", "4xx", "5xx", "a failure", "a fault"]

  /// The category; others than those of the list are not missed.
  var category: String {
    if kind.hasPrefix("failure: ") || kind.hasSuffix(StubCoverage.failureAfterBody) { return "a failure" }
    if [StubCoverage.closure, StubCoverage.webSocket].contains(kind) { return "" }
    guard let status = Int(kind) else { return "a fault" }
    return "\(status / 100)xx"
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, or changes the direction or the joining of others.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
