/// The results of all cases that apply.
struct PublicCaseReport: Sendable {
  typealias Result = PublicCaseRun.Result

  struct Line: Sendable {
    let test: PublicCase
    /// The result without regard to the cases on which this one depends.
    let ownResult: Result
    let reason: String?
  }

  private(set) var lines: [Line] = []
  private var results: [String: Result] = [:]

  mutating func add(_ run: PublicCaseRun) {
    let (result, reason) = run.verdict
    lines.append(Line(test: run.test, ownResult: result, reason: reason))
    results[run.test.id] = result
  }

  /// The result: not assessed if a case on which this one depends has not passed.
  ///
  /// An unknown case counts as passed.
  func result(of line: Line) -> Result {
    var seen: Set<String> = []
    return arePassed(line.test.dependencies, &seen) ? line.ownResult : .notAssessed
  }

  private func arePassed(_ identifiers: [String], _ seen: inout Set<String>) -> Bool {
    for identifier in identifiers where seen.insert(identifier).inserted {
      guard results[identifier] ?? .pass == .pass else { return false }
      let line = lines.first { $0.test.id == identifier }
      if let line, !arePassed(line.test.dependencies, &seen) { return false }
    }
    return true
  }

  /// `id kind pass|fail|not-assessed`, a line for each case.
  var text: String {
    lines.map { "\($0.test.id) \($0.test.kind) \(result(of: $0).rawValue)" }.joined(separator: "\n")
  }

  /// The cases of a kind that have another result than `pass`, by themselves or because of a dependency.
  func unmet(_ kind: PublicCase.Kind) -> [String] {
    lines.filter { $0.test.kind == kind && !($0.ownResult == .pass && result(of: $0) == .pass) }.map {
      "\($0.test.id) \($0.ownResult.rawValue) (\(result(of: $0).rawValue)) \($0.reason ?? "")"
    }
  }
}
