import Foundation
import Net

/// Says of a request that no stub answered what it was, which stubs came nearest, and what to write.
///
/// What the redaction of its session hides of a request is left out. Where secrets differ, the report says so.
package struct NearMissReport {
  /// A stub, without its answers.
  package struct Candidate {
    var matcher: RequestMatcher
    var place: SourcePlace?
    var used: Int
    var limit: Int?

    /// What is in a file, once, and was made at no line of a test.
    init(_ matcher: RequestMatcher, isUsed: Bool) {
      self.matcher = matcher
      used = isUsed ? 1 : 0
      limit = 1
    }

    package init(_ stub: Stub) {
      matcher = stub.matcher
      place = stub.place
      used = stub.used
      limit = stub.count.limit
    }
  }

  private let stubs: [Candidate]
  private let noun: (one: String, many: String)
  private let suggestion: @Sendable (String) -> String

  /// - Parameters:
  ///   - stubs: What there is, oldest first.
  ///   - noun: What one of them is called.
  ///   - suggestion: What to do about it, given the matcher of the request.
  package init(
    stubs: [Candidate], noun: (one: String, many: String) = ("stub", "stubs"),
    suggestion: @escaping @Sendable (String) -> String
  ) {
    self.stubs = stubs
    self.noun = noun
    self.suggestion = suggestion
  }

  /// The report, over several lines.
  package func text(for request: RecordedRequest) -> String {
    var lines = ["No \(noun.one) answers \(request)"]
    let nearest = nearest(to: request)
    lines.append(stubs.isEmpty ? "There are no \(noun.many)." : "Nearest of \(stubs.count):")
    for stub in nearest {
      lines.append("  \(stub.matcher)" + (stub.place.map { " (\($0))" } ?? ""))
      lines += reasons(why: stub, doesNotAnswer: request).map { "    \($0)" }
    }
    lines.append("To answer it: " + suggestion(Self.matcher(for: request)))
    return lines.joined(separator: "\n")
  }

  private func nearest(to request: RecordedRequest) -> [Candidate] {
    let scored = stubs.enumerated().map { index, stub in
      (stub: stub, index: index, score: Self.nearness(of: stub.matcher, to: request))
    }
    let sorted = scored.sorted { left, right in
      left.score == right.score ? left.index > right.index : left.score > right.score
    }
    return sorted.prefix(3).map(\.stub)
  }

  private func reasons(why stub: Candidate, doesNotAnswer request: RecordedRequest) -> [String] {
    if stub.matcher.matches(request) {
      if stub.limit == 0 { return ["it must not be asked"] }
      return stub.limit.map { ["already used \(stub.used) of \($0)"] } ?? ["it has no responses"]
    }
    if let misuse = stub.matcher.misuse { return [misuse.description] }
    let misses = stub.matcher.criteria.filter { !$0.matches(request) }.flatMap { criterion in
      criterion.differences?(request)
        ?? [Self.line(criterion, request)]
    }
    return misses.isEmpty ? ["it does not match"] : misses
  }

  private static func line(_ criterion: RequestMatcher.Criterion, _ request: RecordedRequest) -> String {
    let actual = criterion.actual(request)
    var hidden = criterion.hidden?(request) ?? []
    // What is cut or hidden may be the whole difference.
    if hidden.isEmpty, actual == criterion.expected { hidden = ["values differ in what is not shown"] }
    return (["\(criterion.part): expected \(criterion.expected), got \(actual)"] + hidden).joined(
      separator: "; ")
  }

  /// How near a request comes, from 0 to 1: the mean over the parts, where a part that fails counts for what
  /// its beginning and end have in common with what was asked for.
  private static func nearness(of matcher: RequestMatcher, to request: RecordedRequest) -> Double {
    guard !matcher.matches(request), !matcher.criteria.isEmpty else { return 1 }
    let parts = matcher.criteria.map { criterion in
      criterion.matches(request) ? 1 : likeness(criterion.expected, criterion.actual(request)) * 0.9
    }
    return parts.reduce(0, +) / Double(parts.count) * 0.99
  }

  private static func likeness(_ left: String, _ right: String) -> Double {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    let longer = max(left.count, right.count)
    let shorter = min(left.count, right.count)
    guard longer > 0 else { return 1 }
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    return Double(min(start + end, shorter)) / Double(longer)
  }

  private static func matcher(for request: RecordedRequest) -> String {
    let url = request.redaction.redacted(request.url)
    let verbs: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    return verbs.contains(request.method)
      ? ".\(request.method.rawValue.lowercased())(\"\(url)\")"
      : ".method(\"\(request.method)\") && .uri(\"\(url)\")"
  }
}
